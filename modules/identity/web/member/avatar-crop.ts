/** Side of the crop window, and of the resulting picture, in px. */
export const cropWindowSide = 256;
export const avatarSide = 400;

/** A picture in the window: drawn size and position of its corner. */
export interface PlacedPicture {
  readonly image: HTMLImageElement;
  /** 1 just fills the window. */
  readonly zoom: number;
  /** Drawn size per pixel of the picture. */
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** Moves a picture so that it covers the window. */
function within(place: PlacedPicture): PlacedPicture {
  const clamp = (at: number, length: number) => Math.min(0, Math.max(cropWindowSide - length * place.scale, at));
  return { ...place, x: clamp(place.x, place.image.naturalWidth), y: clamp(place.y, place.image.naturalHeight) };
}

const least = (image: HTMLImageElement) => cropWindowSide / Math.min(image.naturalWidth, image.naturalHeight);

/** A picture centred, filling the window. */
export function centrePicture(image: HTMLImageElement): PlacedPicture {
  const scale = least(image);
  const middle = (length: number) => (cropWindowSide - length * scale) / 2;
  return { image, zoom: 1, scale, x: middle(image.naturalWidth), y: middle(image.naturalHeight) };
}

export const movePicture = (place: PlacedPicture, x: number, y: number): PlacedPicture =>
  within({ ...place, x: place.x + x, y: place.y + y });

/** Zooms around the centre. */
export function zoomPicture(place: PlacedPicture, zoom: number): PlacedPicture {
  const scale = least(place.image) * zoom;
  const about = (at: number) => cropWindowSide / 2 - ((cropWindowSide / 2 - at) * scale) / place.scale;
  return within({ ...place, zoom, scale, x: about(place.x), y: about(place.y) });
}

/** The cropped picture as a file. */
export async function drawAvatar({ image, scale, x, y }: PlacedPicture): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = avatarSide;
  canvas.height = avatarSide;
  const side = cropWindowSide / scale;
  canvas.getContext('2d')?.drawImage(image, -x / scale, -y / scale, side, side, 0, 0, avatarSide, avatarSide);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.9));
  if (!blob) throw new Error('the picture could not be drawn');
  return new File([blob], 'avatar.jpg', { type: 'image/jpeg' });
}
