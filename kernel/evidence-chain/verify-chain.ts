import type { Hash } from '../random-draw/hash-bytes-and-hmac.ts';
import { type ChainEntry, type ChainHead, hashOfChainEntry, hashText, noPreviousHash } from './hash-chain-entry.ts';

/**
 * The result of a check: the chain is `intact`; it is `broken` at entry `seq`, the first one that is wrong; or it is
 * `short`, because entries `from`–`to` are missing at the end.
 */
export type ChainVerdict =
  | { readonly state: 'intact'; readonly entries: number }
  | {
      readonly state: 'broken';
      readonly seq: number;
      /**
       * `missing`: the entry does not exist. `link`: it does not continue the previous entry. `payload` or `entry`:
       * this part was changed. `head`: the chain is consistent, but differs from the known head, so it was rewritten.
       */
      readonly why: 'missing' | 'link' | 'payload' | 'entry' | 'head';
    }
  | { readonly state: 'short'; readonly from: number; readonly to: number };

/** Checks a stream entry by entry, so that a chain of any length needs the memory of one. */
export interface ChainCheck {
  /** The next entry. False: the chain is broken, and further entries do not matter. */
  take(entry: ChainEntry): boolean;
  verdict(): ChainVerdict;
}

/** Begins the check of a stream. `heads` are entries of it that are known from elsewhere: a root, a former export. */
export function createChainCheck(hash: Hash, heads: readonly ChainHead[] = []): ChainCheck {
  let broken: ChainVerdict | undefined;
  let [seq, previous, stream] = [0, noPreviousHash, undefined as string | undefined];
  const fault = (entry: ChainEntry) => {
    if (entry.seq !== seq) return 'missing';
    if (entry.payload !== null && hashText(hash, entry.payload) !== entry.payload_hash) return 'payload';
    if (hashOfChainEntry(hash, entry) !== entry.hash) return 'entry';
    if (entry.previous !== previous || entry.stream !== stream) return 'link';
    return heads.some((head) => head.seq === seq && head.hash !== entry.hash) ? 'head' : undefined;
  };
  return {
    take(entry) {
      if (broken) return false;
      seq++;
      stream ??= entry.stream;
      const why = fault(entry);
      if (why) broken = { state: 'broken', seq, why };
      previous = entry.hash;
      return !broken;
    },
    verdict() {
      if (broken) return broken;
      const last = Math.max(0, ...heads.map((head) => head.seq));
      return last > seq ? { state: 'short', from: seq + 1, to: last } : { state: 'intact', entries: seq };
    },
  };
}

/**
 * Checks the entries of one stream, which must be in order. With a known head, the check also finds entries removed at
 * the end and a chain that was rewritten as a whole.
 */
export function verifyChain(hash: Hash, entries: readonly ChainEntry[], head?: ChainHead): ChainVerdict {
  const check = createChainCheck(hash, head ? [head] : []);
  for (const entry of entries) if (!check.take(entry)) break;
  return check.verdict();
}
