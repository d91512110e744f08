/** Side of the crop window, and of the resulting picture, in px. */
export const view = 256;
export const size = 400;

/** A picture in the window: drawn size and position of its corner. */
export interface Placed {
  readonly image: HTMLImageElement;
  /** 1 just fills the window. */
  readonly zoom: number;
  /** Drawn size per pixel of the picture. */
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** Moves a picture so that it covers the window. */
function within(place: Placed): Placed {
  const clamp = (at: number, length: number) => Math.min(0, Math.max(view - length * place.scale, at));
  return { ...place, x: clamp(place.x, place.image.naturalWidth), y: clamp(place.y, place.image.naturalHeight) };
}

const least = (image: HTMLImageElement) => view / Math.min(image.naturalWidth, image.naturalHeight);

/** A picture centred, filling the window. */
export function placed(image: HTMLImageElement): Placed {
  const scale = least(image);
  const middle = (length: number) => (view - length * scale) / 2;
  return { image, zoom: 1, scale, x: middle(image.naturalWidth), y: middle(image.naturalHeight) };
}

export const moved = (place: Placed, x: number, y: number): Placed =>
  within({ ...place, x: place.x + x, y: place.y + y });

/** Zooms around the centre. */
export function zoomed(place: Placed, zoom: number): Placed {
  const scale = least(place.image) * zoom;
  const about = (at: number) => view / 2 - ((view / 2 - at) * scale) / place.scale;
  return within({ ...place, zoom, scale, x: about(place.x), y: about(place.y) });
}

/** The cropped picture as a file. */
export async function drawSquare({ image, scale, x, y }: Placed): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const side = view / scale;
  canvas.getContext('2d')?.drawImage(image, -x / scale, -y / scale, side, side, 0, 0, size, size);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.9));
  if (!blob) throw new Error('the picture could not be drawn');
  return new File([blob], 'avatar.jpg', { type: 'image/jpeg' });
}
