import type { OperationPlace } from '../../contract/operation.ts';
import type { CapturedPicture } from '../store/journal.ts';

/** Longest edge of a picture in pixels. */
const longestEdge = 1600;

async function hashOf(bytes: ArrayBuffer): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Reduces a picture of the camera, and keeps the hash of what the camera took. Throws if it is no picture. */
export async function reducePicture(file: File): Promise<CapturedPicture> {
  const original = await hashOf(await file.arrayBuffer());
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, longestEdge / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.82));
  if (!blob) throw new Error('no picture');
  const bytes = await blob.arrayBuffer();
  return { sha256: await hashOf(bytes), original, captured_at: file.lastModified, size: bytes.byteLength, bytes };
}

let last: OperationPlace | undefined;
let watching: number | undefined;

const placeOf = ({ coords, timestamp }: GeolocationPosition): OperationPlace => ({
  lng: coords.longitude,
  lat: coords.latitude,
  accuracy: coords.accuracy,
  at: timestamp,
  ...(coords.altitude === null ? {} : { altitude: coords.altitude }),
  ...(coords.speed === null || Number.isNaN(coords.speed) ? {} : { speed: coords.speed }),
});

/** Follows the position while a check is open, so that a thumb does not wait for it. Returns how to stop. */
export function watchPlace(): () => void {
  if (!('geolocation' in navigator)) return () => undefined;
  watching ??= navigator.geolocation.watchPosition(
    (position) => {
      last = placeOf(position);
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
export const currentPlace = (): OperationPlace | null => (last && Date.now() - last.at < 120_000 ? last : null);

/** Waits some seconds for a position where there is none yet: for the scan-in, which needs one. */
export async function awaitPlace(seconds = 10): Promise<OperationPlace | null> {
  for (let tries = seconds * 4; tries > 0 && !currentPlace(); tries--)
    await new Promise((resolve) => setTimeout(resolve, 250));
  return currentPlace();
}

/** How this phone is named on the list of devices. */
export function deviceName(): string {
  const agent = navigator.userAgent;
  const system = /iPhone|iPad|Android [\d.]+|Windows|Mac OS X|Linux/.exec(agent)?.[0] ?? '';
  const model = /Android [\d.]+; ([^;)]+)/.exec(agent)?.[1] ?? '';
  const browser = /MicroMessenger|EdgA?|Firefox|Chrome|Safari/.exec(agent)?.[0] ?? '';
  return (
    [system, model, browser]
      .filter((part) => part !== '')
      .join(' · ')
      .slice(0, 100) || 'Web'
  );
}
