import { parseInstant } from '#kernel/time/shanghai-time.ts';

/** Bytes of a file that are read: the metadata of a JPEG comes before the picture. */
const headBytes = 256 * 1024;

/** Tags of EXIF: when the picture was taken, and how far that clock was from UTC. */
const dateTimeOriginal = 0x9003;
const offsetTimeOriginal = 0x9011;
const exifDirectory = 0x8769;

/**
 * Where the value of each tag in a directory of TIFF begins, counted from the start of the bytes. That of a value of at
 * most four bytes would be in the entry itself; what is read here is longer, or is the place of another directory.
 */
function readDirectory(view: DataView, start: number, at: number, little: boolean): Map<number, number> {
  const entries = new Map<number, number>();
  if (at + 2 > view.byteLength) return entries;
  const count = view.getUint16(at, little);
  for (let n = 0; n < count; n += 1) {
    const entry = at + 2 + n * 12;
    if (entry + 12 > view.byteLength) break;
    entries.set(view.getUint16(entry, little), start + view.getUint32(entry + 8, little));
  }
  return entries;
}

function readAscii(view: DataView, at: number | undefined, length: number): string | undefined {
  if (at === undefined || at < 0 || at + length > view.byteLength) return undefined;
  let content = '';
  for (let n = 0; n < length; n += 1) content += String.fromCharCode(view.getUint8(at + n));
  return content;
}

/** The start of the TIFF header in the EXIF segment of a JPEG. Undefined: there is none. */
function findExif(view: DataView): number | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 10 < view.byteLength; ) {
    const marker = view.getUint16(at);
    if (marker < 0xff00 || marker === 0xffda) return undefined;
    if (marker === 0xffe1 && view.getUint32(at + 4) === 0x45786966) return at + 10;
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/**
 * When a JPEG says that it was taken, in unix seconds; without an offset its clock is taken for that of Asia/Shanghai.
 * Undefined: the bytes are no JPEG, or state no time.
 */
export function readCaptureTime(bytes: ArrayBuffer): number | undefined {
  const view = new DataView(bytes);
  const start = findExif(view);
  if (start === undefined || start + 8 > view.byteLength) return undefined;
  const little = view.getUint16(start) === 0x4949;
  const first = readDirectory(view, start, start + view.getUint32(start + 4, little), little);
  const exif = first.get(exifDirectory);
  if (exif === undefined) return undefined;
  const tags = readDirectory(view, start, exif, little);
  // 2026:11:20 10:20:30
  const [date = '', time = ''] = (readAscii(view, tags.get(dateTimeOriginal), 19) ?? '').split(' ');
  const offset = readAscii(view, tags.get(offsetTimeOriginal), 6);
  const zone = offset?.startsWith('+') || offset?.startsWith('-') ? offset : '+08:00';
  const at = parseInstant(`${date.replaceAll(':', '-')}T${time}${zone}`);
  return at === undefined ? undefined : Math.floor(at / 1000);
}

/** When a picture says that it was taken. */
export const captureTimeOf = async (file: File): Promise<number | undefined> =>
  readCaptureTime(await file.slice(0, headBytes).arrayBuffer());
