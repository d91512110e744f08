import { type Hash, joinBytes, toHex } from '../draw/hash-bytes-and-hmac.ts';
import { leafHash } from '../draw/merkle-root.ts';

/** A sibling hash on the way from a leaf to the root, with its side. */
export interface ProofStep {
  readonly side: 'left' | 'right';
  readonly hash: string;
}

const nodePrefix = Uint8Array.of(1);

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

function parentsOf(hash: Hash, row: readonly Uint8Array[]): Uint8Array[] {
  const parents: Uint8Array[] = [];
  for (let at = 0; at < row.length; at += 2) {
    const left = row[at] as Uint8Array;
    const right = row[at + 1];
    parents.push(right ? hash(joinBytes(nodePrefix, left, right)) : left);
  }
  return parents;
}

/** The root to which a proof leads from a leaf, in hexadecimal. */
export function rootOfProof(hash: Hash, leaf: string, path: readonly ProofStep[]): string {
  let here = leafHash(hash, leaf);
  for (const { side, hash: written } of path) {
    const sibling = fromHex(written);
    here = hash(side === 'left' ? joinBytes(nodePrefix, sibling, here) : joinBytes(nodePrefix, here, sibling));
  }
  return toHex(here);
}

const fromHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (two) => Number.parseInt(two, 16));
