import { type Hash, toHex } from '../random-draw/hash-bytes-and-hmac.ts';
import { merkleRoot } from '../random-draw/merkle-root.ts';
import { canonicalJson } from '../wire/canonical-json.ts';
import { type ChainEntry, hashText } from './hash-chain-entry.ts';
import type { Signatures } from './public-keys-and-signatures-of-merkle-roots.ts';

/** The last entry of a chain, as a root contains it. All earlier entries follow from its hash. */
export type StreamHead = Pick<ChainEntry, 'stream' | 'seq' | 'hash'>;

/**
 * The signed content of a root: the heads of all chains that grew since the previous root. `from` and `until` limit the
 * hours that it covers; after a downtime these can be many.
 */
export interface HourlyRoot {
  readonly format: 'xingjian-root/1';
  /** 1, 2, 3 … */
  readonly number: number;
  /** Hash of the previous root; {@link noPreviousHash} in the first one. */
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

/** The roots of a day in Asia/Shanghai, which are published and printed. */
export interface DailyRoot {
  readonly format: 'xingjian-day/1';
  /** 1, 2, 3 …; a day without roots has no daily root. */
  readonly number: number;
  /** `2026-11-28` */
  readonly day: string;
  /** Hash of the previous daily root; {@link noPreviousHash} in the first one. */
  readonly previous: string;
  readonly roots: readonly { readonly number: number; readonly hash: string }[];
  readonly key: string | null;
}

export interface SignedRoot<Content> {
  readonly content: Content;
  /** Null: the signing key was not available. */
  readonly signatures: Signatures | null;
}

/** The text of a root that is signed and hashed. */
export const signedTextOfRoot = (content: HourlyRoot | DailyRoot): string => canonicalJson(content);

export const hashOfRoot = (hash: Hash, content: HourlyRoot | DailyRoot): string =>
  hashText(hash, signedTextOfRoot(content));

/** A leaf of the tree of a root. */
export const leafOfStreamHead = ({ stream, seq, hash }: StreamHead): string => canonicalJson({ stream, seq, hash });

/** Merkle root of heads, which must be sorted by stream. */
export const merkleRootOfStreamHeads = (hash: Hash, heads: readonly StreamHead[]): string =>
  toHex(merkleRoot(hash, heads.map(leafOfStreamHead)));
