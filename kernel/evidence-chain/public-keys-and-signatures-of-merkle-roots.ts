import type { Hash } from '../random-draw/hash-bytes-and-hmac.ts';
import { canonicalJson } from '../wire/canonical-json.ts';
import { hashText } from './hash-chain-entry.ts';

export const signatureAlgorithms = ['ed25519', 'sm2'] as const;

export type SignatureAlgorithm = (typeof signatureAlgorithms)[number];

/** In hexadecimal: 64 bytes each, of Ed25519 (RFC 8032) and of SM2 (GB/T 32918, r and s). */
export type Signatures = Readonly<Record<SignatureAlgorithm, string>>;

/** The public keys of the pair that signs roots. */
export interface EvidencePublicKeys {
  /** The first 16 hex digits of the hash of both keys. */
  readonly kid: string;
  /** 32 bytes in hexadecimal. */
  readonly ed25519: string;
  /** Uncompressed point: 04 and 64 bytes, in hexadecimal. */
  readonly sm2: string;
  readonly valid_from: string;
  /**
   * The id of the key that it replaced. `endorsement` has that key's signatures of {@link publicKeyTextSignedByPredecessor}; null: it
   * could no longer sign.
   */
  readonly predecessor: string | null;
  readonly endorsement: Signatures | null;
}

/** The text by which the predecessor endorses a key. */
export const publicKeyTextSignedByPredecessor = ({
  ed25519,
  sm2,
}: Readonly<Record<SignatureAlgorithm, string>>): string => canonicalJson({ ed25519, sm2 });

export const idOfPublicKeys = (hash: Hash, pair: Readonly<Record<SignatureAlgorithm, string>>): string =>
  hashText(hash, publicKeyTextSignedByPredecessor(pair)).slice(0, 16);
