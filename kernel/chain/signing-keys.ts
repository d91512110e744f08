import type { Hash } from '../draw/hash-bytes-and-hmac.ts';
import { canonicalJson } from '../wire/canonical-json.ts';
import { hashText } from './chain-entry.ts';

export const signatureAlgorithms = ['ed25519', 'sm2'] as const;

export type SignatureAlgorithm = (typeof signatureAlgorithms)[number];

/** In hexadecimal: 64 bytes each, of Ed25519 (RFC 8032) and of SM2 (GB/T 32918, r and s). */
export type Signatures = Readonly<Record<SignatureAlgorithm, string>>;

/** Public halves of the pair of keys that signs. */
export interface EvidenceKey {
  /** First 16 digits of the hash of both. */
  readonly kid: string;
  /** 32 bytes in hexadecimal. */
  readonly ed25519: string;
  /** Uncompressed point: 04 and 64 bytes, in hexadecimal. */
  readonly sm2: string;
  readonly valid_from: string;
  /** The key it replaced, and its signatures of {@link signedTextOfKeys}; null if that could no longer sign. */
  readonly predecessor: string | null;
  readonly endorsement: Signatures | null;
}

/** What the predecessor signs of a key. */
export const signedTextOfKeys = ({ ed25519, sm2 }: Readonly<Record<SignatureAlgorithm, string>>): string =>
  canonicalJson({ ed25519, sm2 });

export const idOfKeys = (hash: Hash, pair: Readonly<Record<SignatureAlgorithm, string>>): string =>
  hashText(hash, signedTextOfKeys(pair)).slice(0, 16);
