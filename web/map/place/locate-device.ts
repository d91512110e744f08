/** Position of the device, WGS-84. */
export interface DevicePosition {
  readonly lng: number;
  readonly lat: number;
  readonly accuracy: number;
}

/** Timeout in ms; under a roof a device may never find its position. */
const defaultTimeout = 8000;

/** Position of this device; undefined when it is unknown or the user denied access. */
export const locateDevice = (timeout = defaultTimeout): Promise<DevicePosition | undefined> =>
  new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve(undefined);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lng: coords.longitude, lat: coords.latitude, accuracy: Math.ceil(coords.accuracy) }),
      () => resolve(undefined),
      { enableHighAccuracy: true, timeout, maximumAge: 0 },
    );
  });
