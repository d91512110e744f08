import type { Hash } from './hash-bytes-and-hmac.ts';

const encoder = new TextEncoder();
/** The bytes that are hashed for a leaf. Reused, because lists have a hundred thousand leaves; grows with the longest. */
let leafBytes = new Uint8Array(1024);

/** The hash of a leaf: of a zero byte followed by the text. */
export function leafHash(hash: Hash, text: string): Uint8Array {
  // a UTF-16 code unit takes at most three bytes in UTF-8
  if (leafBytes.length <= text.length * 3) leafBytes = new Uint8Array(text.length * 3 + 1);
  const { written } = encoder.encodeInto(text, leafBytes.subarray(1));
  return hash(leafBytes.subarray(0, written + 1));
}

/** Returns a function that hashes two nodes into their parent: the byte 1 followed by both. */
export function parentHash(hash: Hash): (left: Uint8Array, right: Uint8Array) => Uint8Array {
  const bytes = new Uint8Array(65);
  bytes[0] = 1;
  return (left, right) => {
    bytes.set(left, 1);
    bytes.set(right, 33);
    return hash(bytes);
  };
}

/** The row above a row of nodes. The last node of an odd row moves up unchanged. */
export function parentsOf(hash: Hash, row: readonly Uint8Array[]): Uint8Array[] {
  const parentOf = parentHash(hash);
  const parents: Uint8Array[] = [];
  for (let at = 0; at < row.length; at += 2) {
    const left = row[at] as Uint8Array;
    const right = row[at + 1];
    parents.push(right ? parentOf(left, right) : left);
  }
  return parents;
}

/**
 * The root of the Merkle tree over texts in their order (domain reference §2.I). A node is the hash of the byte 1
 * followed by its two children. The last node of an odd row moves up unchanged. The root of no leaves is the hash of
 * zero bytes.
 */
export function merkleRoot(hash: Hash, leaves: Iterable<string>): Uint8Array {
  let row = Array.from(leaves, (leaf) => leafHash(hash, leaf));
  if (row.length === 0) return hash(new Uint8Array());
  while (row.length > 1) row = parentsOf(hash, row);
  return row[0] as Uint8Array;
}
