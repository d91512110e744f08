/** Tests on UTF-8 bytes of a text: whether it can be copied into a sheet without decoding. In doubt they answer no. */

/** A lookup table by byte: the control characters and the given ones. */
export function createByteSet(characters: string, ...more: readonly number[]): Uint8Array {
  const set = new Uint8Array(256).fill(1, 0, 0x20);
  for (const one of characters) set[one.charCodeAt(0)] = 1;
  for (const one of more) set[one] = 1;
  return set;
}

/**
 * First bytes of formulas, apostrophes, white space, and of characters that share their first byte with some of these.
 */
const carefulStarts = createByteSet(`=+-@' `, 0xc2, 0xe1, 0xe2, 0xef);

/** Whether a non-empty text neither begins like a formula nor begins or ends with white space of any script. */
export function isTextWritableToCellUnchanged(from: Uint8Array, start: number, end: number): boolean {
  const first = from[start] as number;
  if (carefulStarts[first] === 1 || (first === 0xe3 && from[start + 1] === 0x80 && from[start + 2] === 0x80))
    return false;
  const last = from[end - 1] as number;
  if (last < 0x80) return last > 0x20;
  if (from[end - 2] === 0xc2) return false;
  const lead = from[end - 3];
  if (lead === 0xe1 || lead === 0xe2) return false;
  if (lead === 0xe3) return from[end - 2] !== 0x80 || last !== 0x80;
  return lead !== 0xef || from[end - 2] !== 0xbb || last !== 0xbf;
}

const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;
const isDigit = (byte: number | undefined) => byte !== undefined && byte >= zero && byte <= 0x39;

/** `staysUnchangedAsNumberCell` on bytes. */
export function isNumberWritableToCellUnchanged(from: Uint8Array, start: number, end: number): boolean {
  if (end - start > 17) return false;
  const first = from[start] === minus ? start + 1 : start;
  if (from[first] === zero && isDigit(from[first + 1]) && first + 1 < end) return false;
  let digits = 0;
  let at = first;
  for (; at < end && isDigit(from[at]); at++) digits++;
  if (digits === 0) return false;
  if (at < end) {
    if (from[at] !== point || at + 1 === end) return false;
    for (at++; at < end && isDigit(from[at]); at++) digits++;
  }
  return at === end && digits <= 15;
}
