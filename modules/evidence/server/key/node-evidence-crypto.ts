import { createPublicKey, verify } from 'node:crypto';
import type { EvidenceCrypto } from '#kernel/chain/verify-evidence-export.ts';
import { sm3 } from '#server/write/statement/chain-entries.ts';

/** DER of an Ed25519 public key, before its 32 bytes. */
export const ed25519DerPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** Loaded when first needed: most processes of the product sign once an hour. */
export const loadSm2 = async () => (await import('sm-crypto-v2')).sm2;

/** The checks of evidence with `node:crypto`, and with the package that has SM2. */
export const nodeEvidenceCrypto: EvidenceCrypto = {
  hash: sm3,
  async verify(algorithm, key, text, signature) {
    try {
      if (algorithm === 'sm2') return (await loadSm2()).doVerifySignature(text, signature, key, { hash: true });
      const der = Buffer.concat([ed25519DerPrefix, Buffer.from(key, 'hex')]);
      const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' });
      return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'hex'));
    } catch {
      return false; // not the bytes of a key or of a signature
    }
  },
};
