/** Largest file that is hashed before it is sent, because hashing reads it into memory. */
const largest = 64 * 1024 * 1024;

/** Hash of a file in hexadecimal. */
export async function hashFile(file: File, algorithm: 'SHA-1' | 'SHA-256'): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest(algorithm, await file.arrayBuffer()));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The SHA-256 that is sent with a file, so that the server refuses a file that was changed on the way. Undefined for
 * very large files, and on pages loaded without TLS, which cannot hash.
 */
export async function sha256ToSend(file: File): Promise<string | undefined> {
  if (globalThis.crypto?.subtle === undefined || file.size > largest) return undefined;
  return await hashFile(file, 'SHA-256');
}
