import { createPublicKey, verify } from 'node:crypto';
import type { EvidenceCrypto } from '#kernel/evidence-chain/verify-evidence-export.ts';
import { sm3 } from '#server/write/statement/store-evidence-chain-entries.ts';

/** The DER prefix of an Ed25519 public key. The 32 bytes of the key follow it. */
export const ed25519DerPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** Loaded when first needed: most processes of the product sign once an hour. */
export const loadSm2 = async () => (await import('sm-crypto-v2')).sm2;

/** The cryptography for checks of evidence: `node:crypto` and, for SM2, a package. */
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
