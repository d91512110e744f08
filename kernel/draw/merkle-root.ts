import { bytesOf, type Hash, joinBytes } from './hash-bytes-and-hmac.ts';

const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);

/** The hash of a leaf: of a zero byte followed by the text. */
export const leafHash = (hash: Hash, text: string): Uint8Array => hash(joinBytes(leafPrefix, bytesOf(text)));

/**
 * The root of the Merkle tree over texts in their order (domain reference §2.I). A node is the hash of the byte 1
 * followed by its two children. The last node of an odd row moves up unchanged. The root of no leaves is the hash of
 * zero bytes.
 */
export function merkleRoot(hash: Hash, leaves: Iterable<string>): Uint8Array {
  let row = Array.from(leaves, (leaf) => leafHash(hash, leaf));
  if (row.length === 0) return hash(new Uint8Array());
  while (row.length > 1) {
    const parents: Uint8Array[] = [];
    for (let at = 0; at < row.length; at += 2) {
      const left = row[at] as Uint8Array;
      const right = row[at + 1];
      parents.push(right ? hash(joinBytes(nodePrefix, left, right)) : left);
    }
    row = parents;
  }
  return row[0] as Uint8Array;
}
