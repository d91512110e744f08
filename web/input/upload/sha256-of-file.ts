import { toHex } from '#kernel/random-draw/hash-bytes-and-hmac.ts';

/** Largest file that is hashed before it is sent, because hashing reads it into memory. */
const largest = 64 * 1024 * 1024;

type Algorithm = 'SHA-1' | 'SHA-256';

/** Hash of bytes in hexadecimal. */
export const hashBytes = async (bytes: BufferSource, algorithm: Algorithm): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest(algorithm, bytes)));

/** Hash of a file in hexadecimal. */
export const hashFile = async (file: File, algorithm: Algorithm): Promise<string> =>
  hashBytes(await file.arrayBuffer(), algorithm);

/**
 * The SHA-256 that is sent with a file, so that the server refuses a file that was changed on the way. Undefined for
 * very large files, and on pages loaded without TLS, which cannot hash.
 */
export async function sha256ToSend(file: File): Promise<string | undefined> {
  if (globalThis.crypto?.subtle === undefined || file.size > largest) return undefined;
  return await hashFile(file, 'SHA-256');
}
