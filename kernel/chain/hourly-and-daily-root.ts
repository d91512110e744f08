import { type Hash, toHex } from '../draw/hash-bytes-and-hmac.ts';
import { merkleRoot } from '../draw/merkle-root.ts';
import { canonicalJson } from '../wire/canonical-json.ts';
import { type ChainEntry, hashText } from './chain-entry.ts';
import type { Signatures } from './signing-keys.ts';

/** The end of a chain as a root has it: everything before follows from its hash. */
export type StreamHead = Pick<ChainEntry, 'stream' | 'seq' | 'hash'>;

/**
 * What a root says: the ends of all chains that grew since the root before. `from` and `until` are the hours it covers;
 * they are far apart after a downtime.
 */
export interface HourlyRoot {
  readonly format: 'xingjian-root/1';
  /** 1, 2, 3 … */
  readonly number: number;
  /** Hash of the root before; {@link noPreviousHash} for the first. */
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
export interface DailyRoot {
  readonly format: 'xingjian-day/1';
  /** 1, 2, 3 …: days without roots have no statement. */
  readonly number: number;
  /** `2026-11-28` */
  readonly day: string;
  /** Hash of the statement before; {@link noPreviousHash} for the first. */
  readonly previous: string;
  readonly roots: readonly { readonly number: number; readonly hash: string }[];
  readonly key: string | null;
}

export interface Signed<Content> {
  readonly content: Content;
  /** Null if the key was not to be had. */
  readonly signatures: Signatures | null;
}

/** What is signed and hashed of a root or a day. */
export const signedTextOfRoot = (content: HourlyRoot | DailyRoot): string => canonicalJson(content);

export const hashOfRoot = (hash: Hash, content: HourlyRoot | DailyRoot): string =>
  hashText(hash, signedTextOfRoot(content));

/** A leaf of the tree of a root. */
export const leafOfStreamHead = ({ stream, seq, hash }: StreamHead): string => canonicalJson({ stream, seq, hash });

/** Merkle root of heads, which must be sorted by stream. */
export const merkleRootOfStreamHeads = (hash: Hash, heads: readonly StreamHead[]): string =>
  toHex(merkleRoot(hash, heads.map(leafOfStreamHead)));
