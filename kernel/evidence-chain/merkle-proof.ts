import { type Hash, toHex } from '../random-draw/hash-bytes-and-hmac.ts';
import { leafHash, parentHash, parentsOf } from '../random-draw/merkle-root.ts';

/** A sibling hash on the way from a leaf to the root, with its side. */
export interface ProofStep {
  readonly side: 'left' | 'right';
  readonly hash: string;
}

/** The proof that a leaf belongs to {@link merkleRoot}: the sibling hashes from the leaf up, and the root. */
export function merkleProof(hash: Hash, leaves: Iterable<string>, leaf: number): { root: string; path: ProofStep[] } {
  let row = Array.from(leaves, (one) => leafHash(hash, one));
  if (!row[leaf]) throw new RangeError(`no leaf ${leaf}`);
  const path: ProofStep[] = [];
  let here = leaf;
  while (row.length > 1) {
    const sibling = row[here ^ 1];
    if (sibling) path.push({ side: here % 2 ? 'left' : 'right', hash: toHex(sibling) });
    row = parentsOf(hash, row);
    here >>= 1;
  }
  return { root: toHex(row[0] as Uint8Array), path };
}

/** The root to which a proof leads from a leaf, in hexadecimal. */
export function rootOfProof(hash: Hash, leaf: string, path: readonly ProofStep[]): string {
  const parentOf = parentHash(hash);
  let here = leafHash(hash, leaf);
  for (const { side, hash: written } of path) {
    const sibling = fromHex(written);
    here = side === 'left' ? parentOf(sibling, here) : parentOf(here, sibling);
  }
  return toHex(here);
}

const fromHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (two) => Number.parseInt(two, 16));
