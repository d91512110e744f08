import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Hash } from '../random-draw/hash-bytes-and-hmac.ts';
import { type ChainEntry, nextChainEntry } from './hash-chain-entry.ts';
import { verifyChain } from './verify-chain.ts';

const hash: Hash = (bytes) => createHash('sm3').update(bytes).digest();

function chainOf(length: number, stream = 'sample/visit:1'): ChainEntry[] {
  const chain: ChainEntry[] = [];
  for (let n = 1; n <= length; n++)
    chain.push(
      nextChainEntry(hash, chain.at(-1), {
        stream,
        event: 'sample/visit.closed',
        payload: { n, reason: '当场办结' },
        actor: 'admin:7',
        device: 'test',
        client_time: n % 2 ? '2026-11-28T01:02:03.000Z' : null,
        server_time: `2026-11-28T01:02:0${n}.000Z`,
        place: n % 2 ? null : { lng: 102.7, lat: 25.04, accuracy: 12 },
      }),
    );
  return chain;
}

const chain = chainOf(5);
const head = { seq: 5, hash: chain[4]?.hash ?? '' };
const changed = (seq: number, change: Partial<ChainEntry>) =>
  chain.map((one) => (one.seq === seq ? { ...one, ...change } : one));

test('a chain as it was written is intact, with its head, an earlier one or none', () => {
  expect(verifyChain(hash, chain)).toEqual({ state: 'intact', entries: 5 });
  expect(verifyChain(hash, chain, head)).toEqual({ state: 'intact', entries: 5 });
  expect(verifyChain(hash, chain, chain[2])).toEqual({ state: 'intact', entries: 5 });
  expect(verifyChain(hash, [])).toEqual({ state: 'intact', entries: 0 });
});

test('one byte changed anywhere in an entry names that entry', () => {
  const texts = ['event', 'payload', 'payload_hash', 'previous', 'actor', 'device', 'server_time', 'hash'] as const;
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.constantFrom(...texts), fc.nat(), (seq, name, at) => {
      const value = chain[seq - 1]?.[name] ?? '';
      const place = at % value.length;
      const other = value[place] === '0' ? '1' : '0';
      const wrong = changed(seq, { [name]: value.slice(0, place) + other + value.slice(place + 1) });
      expect(verifyChain(hash, wrong)).toMatchObject({ state: 'broken', seq });
    }),
  );
  expect(verifyChain(hash, changed(2, { place: { lng: 102.8, lat: 25.04, accuracy: 12 } }))).toMatchObject({ seq: 2 });
  expect(verifyChain(hash, changed(1, { client_time: null }))).toEqual({ state: 'broken', seq: 1, why: 'entry' });
  expect(verifyChain(hash, changed(3, { payload: '{}' }))).toEqual({ state: 'broken', seq: 3, why: 'payload' });
});

test('a removed payload leaves the chain intact', () => {
  expect(verifyChain(hash, changed(3, { payload: null }), head)).toEqual({ state: 'intact', entries: 5 });
});

test('entries removed, exchanged or from another stream break it where they are missed', () => {
  const without = (seq: number) => chain.filter((one) => one.seq !== seq);
  expect(verifyChain(hash, without(1))).toEqual({ state: 'broken', seq: 1, why: 'missing' });
  expect(verifyChain(hash, without(3))).toEqual({ state: 'broken', seq: 3, why: 'missing' });
  const foreign = chainOf(5, 'sample/visit:2');
  expect(verifyChain(hash, [...chain.slice(0, 2), ...foreign.slice(2)])).toEqual({
    state: 'broken',
    seq: 3,
    why: 'link',
  });
});

test('a known head finds what is missing at the end, and a chain written anew', () => {
  expect(verifyChain(hash, chain.slice(0, 3))).toEqual({ state: 'intact', entries: 3 });
  expect(verifyChain(hash, chain.slice(0, 3), head)).toEqual({ state: 'short', from: 4, to: 5 });
  expect(verifyChain(hash, [], head)).toEqual({ state: 'short', from: 1, to: 5 });
  const last = chain[3];
  const anew = nextChainEntry(hash, last, { ...(chain[4] as ChainEntry), payload: { n: 6 } });
  expect(verifyChain(hash, [...chain.slice(0, 4), anew])).toEqual({ state: 'intact', entries: 5 });
  expect(verifyChain(hash, [...chain.slice(0, 4), anew], head)).toEqual({ state: 'broken', seq: 5, why: 'head' });
});
