/** Largest file that is hashed before it is sent: it is read into memory for it. */
const largest = 64 * 1024 * 1024;

/** Hash of a file in hexadecimal. */
export async function hashFile(file: File, algorithm: 'SHA-1' | 'SHA-256'): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest(algorithm, await file.arrayBuffer()));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * SHA-256 that goes with a file, so that the server refuses one that was changed on its way. Undefined for very large files,
 * and on pages that came without TLS, which cannot hash.
 */
export async function sha256ToSend(file: File): Promise<string | undefined> {
  if (globalThis.crypto?.subtle === undefined || file.size > largest) return undefined;
  return await hashFile(file, 'SHA-256');
}
