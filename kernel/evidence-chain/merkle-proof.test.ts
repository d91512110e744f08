import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Hash, toHex } from '../random-draw/hash-bytes-and-hmac.ts';
import { merkleRoot } from '../random-draw/merkle-root.ts';
import { merkleProof, rootOfProof } from './merkle-proof.ts';

const hash: Hash = (bytes) => createHash('sm3').update(bytes).digest();

test('every leaf has a proof that leads to the root, and no other leaf has it', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 40 }), fc.nat(), (leaves, chosen) => {
      const leaf = chosen % leaves.length;
      const { root, path } = merkleProof(hash, leaves, leaf);
      expect(root).toBe(toHex(merkleRoot(hash, leaves)));
      expect(rootOfProof(hash, leaves[leaf] ?? '', path)).toBe(root);
      expect(rootOfProof(hash, `${leaves[leaf]}x`, path)).not.toBe(root);
      expect(path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(leaves.length)));
    }),
  );
  expect(() => merkleProof(hash, ['a'], 1)).toThrow(RangeError);
});
