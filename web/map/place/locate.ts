/** Where a phone is, WGS-84. */
export interface Where {
  readonly lng: number;
  readonly lat: number;
  readonly accuracy: number;
}

/** Ms a phone is given to find itself; under a roof it may never. */
const patience = 8000;

/** Where this phone is; undefined where it does not know, or does not say. */
export const locate = (timeout = patience): Promise<Where | undefined> =>
  new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve(undefined);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lng: coords.longitude, lat: coords.latitude, accuracy: Math.ceil(coords.accuracy) }),
      () => resolve(undefined),
      { enableHighAccuracy: true, timeout, maximumAge: 0 },
    );
  });
