import { type Hash, toHex } from '../draw/hash.ts';
import { merkleRoot } from '../draw/merkle-root.ts';
import { canonicalJson } from '../wire/canonical.ts';
import { type ChainEntry, hashText } from './chain-entry.ts';

/** The end of a chain as a root has it: everything before follows from its hash. */
export type StreamHead = Pick<ChainEntry, 'stream' | 'seq' | 'hash'>;

/**
 * What a root says: the ends of all chains that grew since the root before. `from` and `until` are the hours it covers;
 * they are far apart after a downtime.
 */
export interface RootContent {
  readonly format: 'xingjian-root/1';
  /** 1, 2, 3 … */
  readonly number: number;
  /** Hash of the root before; {@link noPrevious} for the first. */
  readonly previous: string;
  readonly from: string;
  readonly until: string;
  /** Leaves of the tree. */
  readonly count: number;
  /** Merkle root over the heads, sorted by stream. */
  readonly tree: string;
  /** Id of the key that signs it; null: it is not signed. */
  readonly key: string | null;
}

/** The roots of a day, in Shanghai. The one statement that is published and printed. */
export interface DayContent {
  readonly format: 'xingjian-day/1';
  /** 1, 2, 3 …: days without roots have no statement. */
  readonly number: number;
  /** `2026-11-28` */
  readonly day: string;
  /** Hash of the statement before; {@link noPrevious} for the first. */
  readonly previous: string;
  readonly roots: readonly { readonly number: number; readonly hash: string }[];
  readonly key: string | null;
}

export const algorithms = ['ed25519', 'sm2'] as const;
export type Algorithm = (typeof algorithms)[number];
/** In hexadecimal: 64 bytes each, of Ed25519 (RFC 8032) and of SM2 (GB/T 32918, r and s). */
export type Signatures = Readonly<Record<Algorithm, string>>;

export interface Signed<Content> {
  readonly content: Content;
  /** Null if the key was not to be had. */
  readonly signatures: Signatures | null;
}

/** Public halves of the pair of keys that signs. */
export interface EvidenceKey {
  /** First 16 digits of the hash of both. */
  readonly kid: string;
  /** 32 bytes in hexadecimal. */
  readonly ed25519: string;
  /** Uncompressed point: 04 and 64 bytes, in hexadecimal. */
  readonly sm2: string;
  readonly valid_from: string;
  /** The key it replaced, and its signatures of {@link keyText}; null if that could no longer sign. */
  readonly predecessor: string | null;
  readonly endorsement: Signatures | null;
}

/** What the predecessor signs of a key. */
export const keyText = ({ ed25519, sm2 }: Readonly<Record<Algorithm, string>>): string =>
  canonicalJson({ ed25519, sm2 });

export const keyIdOf = (hash: Hash, pair: Readonly<Record<Algorithm, string>>): string =>
  hashText(hash, keyText(pair)).slice(0, 16);

/** What is signed and hashed of a root or a day. */
export const signedText = (content: RootContent | DayContent): string => canonicalJson(content);

export const hashOfContent = (hash: Hash, content: RootContent | DayContent): string =>
  hashText(hash, signedText(content));

/** A leaf of the tree of a root. */
export const headText = ({ stream, seq, hash }: StreamHead): string => canonicalJson({ stream, seq, hash });

/** Merkle root of heads, which must be sorted by stream. */
export const treeOfHeads = (hash: Hash, heads: readonly StreamHead[]): string =>
  toHex(merkleRoot(hash, heads.map(headText)));
