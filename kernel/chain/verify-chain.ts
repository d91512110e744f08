import type { Hash } from '../draw/hash.ts';
import { type ChainEntry, type ChainHead, hashOfEntry, hashText, noPrevious } from './chain-entry.ts';

/** What was found: nothing wrong, the first entry that is not as it was written, or entries missing at the end. */
export type ChainVerdict =
  | { readonly state: 'intact'; readonly entries: number }
  | {
      readonly state: 'broken';
      readonly seq: number;
      /**
       * `missing`: the entry is not there. `link`: it does not follow the one before. `payload` or `entry`: that part was
       * changed. `head`: the chain is whole but another than that of the known head.
       */
      readonly why: 'missing' | 'link' | 'payload' | 'entry' | 'head';
    }
  | { readonly state: 'short'; readonly from: number; readonly to: number };

/**
 * Checks the entries of one stream, in their order. With a known head it also finds out whether entries were removed at
 * the end, or the whole chain was written anew.
 */
export function verifyChain(hash: Hash, entries: readonly ChainEntry[], head?: ChainHead): ChainVerdict {
  let previous = noPrevious;
  for (const [at, entry] of entries.entries()) {
    const seq = at + 1;
    if (entry.seq !== seq) return { state: 'broken', seq, why: 'missing' };
    if (entry.payload !== null && hashText(hash, entry.payload) !== entry.payload_hash)
      return { state: 'broken', seq, why: 'payload' };
    if (hashOfEntry(hash, entry) !== entry.hash) return { state: 'broken', seq, why: 'entry' };
    if (entry.previous !== previous || entry.stream !== entries[0]?.stream)
      return { state: 'broken', seq, why: 'link' };
    if (head?.seq === seq && head.hash !== entry.hash) return { state: 'broken', seq, why: 'head' };
    previous = entry.hash;
  }
  if (head && head.seq > entries.length) return { state: 'short', from: entries.length + 1, to: head.seq };
  return { state: 'intact', entries: entries.length };
}
