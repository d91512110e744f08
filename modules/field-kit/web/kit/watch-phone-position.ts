import { useSyncExternalStore } from 'react';
import type { OperationPlace } from '../../contract/offline-check-operation-and-sync-answer-format.ts';

/** Ms after which a position is not that of the moment. */
const longest = 120_000;

let last: OperationPlace | undefined;
let watching: number | undefined;
const listeners = new Set<() => void>();

const placeOf = ({ coords, timestamp }: GeolocationPosition): OperationPlace => ({
  lng: coords.longitude,
  lat: coords.latitude,
  accuracy: coords.accuracy,
  at: timestamp,
  ...(coords.altitude === null ? {} : { altitude: coords.altitude }),
  ...(coords.speed === null || Number.isNaN(coords.speed) ? {} : { speed: coords.speed }),
});

/** Follows the position while a check is open, so that a thumb does not wait for it. Returns how to stop. */
export function watchPhonePosition(): () => void {
  if (!('geolocation' in navigator)) return () => undefined;
  watching ??= navigator.geolocation.watchPosition(
    (position) => {
      last = placeOf(position);
      for (const listener of listeners) listener();
    },
    () => undefined,
    { enableHighAccuracy: true, maximumAge: 10_000 },
  );
  return () => {
    if (watching !== undefined) navigator.geolocation.clearWatch(watching);
    watching = undefined;
  };
}

/** The last position, at most two minutes old; null if there is none. */
export const currentPhonePosition = (): OperationPlace | null => (last && Date.now() - last.at < longest ? last : null);

/** Waits some seconds for a position where there is none yet: for the scan-in, which needs one. */
export async function awaitPhonePosition(seconds = 10): Promise<OperationPlace | null> {
  for (let tries = seconds * 4; tries > 0 && !currentPhonePosition(); tries--)
    await new Promise((resolve) => setTimeout(resolve, 250));
  return currentPhonePosition();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  // a position that grows old says nothing by itself
  const timer = setInterval(listener, 5000);
  return () => {
    listeners.delete(listener);
    clearInterval(timer);
  };
}

/** The present position, for a screen that depends on it. */
export const usePhonePosition = (): OperationPlace | null => useSyncExternalStore(listen, currentPhonePosition);
