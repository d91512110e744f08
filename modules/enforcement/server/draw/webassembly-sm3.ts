import { createSM3 } from 'hash-wasm';
import type { Hash } from '#kernel/random-draw/hash-bytes-and-hmac.ts';

/**
 * SM3 (GB/T 32905-2016) as WebAssembly, for threads that hash the lists of a draw: a list of 100,000 entries needs 400,000
 * blocks, which takes a third of the time of `kernel/random-draw/sm3.ts` and half of that of `node:crypto`.
 */
export async function createWebAssemblySm3(): Promise<Hash> {
  const hasher = await createSM3();
  return (bytes) => hasher.init().update(bytes).digest('binary');
}
