/**
 * A hash function. Draws and chains use SM3 (GB/T 32905). The caller supplies it, because the server has it in
 * `node:crypto` and browsers need a package.
 */
export type Hash = (bytes: Uint8Array) => Uint8Array;

const encoder = new TextEncoder();

/** The bytes of a text in UTF-8. */
export const bytesOf = (text: string): Uint8Array => encoder.encode(text);

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export function joinBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** The block size of SM3 in bytes, to which HMAC pads its key. */
const blockLength = 64;

/** Creates an HMAC function (RFC 2104) from a key and a hash with blocks of 64 bytes. */
export function createHmac(hash: Hash, key: Uint8Array): Hash {
  const padded = new Uint8Array(blockLength);
  padded.set(key.length > blockLength ? hash(key) : key);
  const inner = padded.map((byte) => byte ^ 0x36);
  const outer = padded.map((byte) => byte ^ 0x5c);
  return (message) => hash(joinBytes(outer, hash(joinBytes(inner, message))));
}
