import { toHex } from '#kernel/random-draw/hash-bytes-and-hmac.ts';

/** Value of the last identifier's counter, so that identifiers of one millisecond stay in order. */
let last = { at: 0, count: 0 };

/**
 * A UUID of version 7 (RFC 9562): its first 48 bits are the time, the next 12 count identifiers of one millisecond, so
 * that identifiers of one page sort in the order in which they were made, even while the clock is set back.
 */
export function uuidV7(now: number = Date.now(), random: (bytes: Uint8Array) => void = fillRandomly): string {
  const at = Math.max(now, last.at);
  const count = at === last.at ? last.count + 1 : 0;
  // past 4096 of one millisecond, the time runs ahead
  last = count > 0xfff ? { at: at + 1, count: 0 } : { at, count };
  const bytes = new Uint8Array(16);
  random(bytes);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, Math.floor(last.at / 2 ** 32));
  view.setUint32(2, last.at >>> 0);
  view.setUint16(6, 0x7000 | last.count);
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f));
  const text = toHex(bytes);
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
}

const fillRandomly = (bytes: Uint8Array): void => {
  crypto.getRandomValues(bytes as Uint8Array<ArrayBuffer>);
};

/** Whether a text is a UUID of version 7 in lower case. */
export const isUuidV7 = (text: unknown): text is string =>
  typeof text === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text);
