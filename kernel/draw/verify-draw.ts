import { draw, rootOfList, seedOf } from './draw.ts';
import type { DrawRecord } from './draw-record.ts';
import { bytesOf, type Hash, toHex } from './hash.ts';

/** Steps in the order in which they are checked. */
export const drawChecks = [
  'format',
  'times',
  'objects',
  'officers',
  'server_seed',
  'witnesses',
  'beacon',
  'result',
] as const;
export type DrawCheck = (typeof drawChecks)[number];

/** Seconds between the commitment and the draw (domain reference §2.I). */
export const commitmentLead = 600;
/** Witnesses whose seeds a draw needs. */
export const fewestWitnesses = 2;

/** The outcome of a step: what was published and what was computed. */
export interface DrawCheckResult {
  readonly check: DrawCheck;
  readonly passed: boolean;
  readonly published: string;
  readonly computed: string;
}

/**
 * Checks a published draw step by step, from the record alone. Every step is done even if one fails. A generator, so
 * that a page can show each step as it is done.
 */
export function* verifyDraw(hash: Hash, record: DrawRecord): Generator<DrawCheckResult> {
  const { commitment, objects, officers, seeds, results } = record;
  const compare = (check: DrawCheck, published: string | number, computed: string | number): DrawCheckResult => ({
    check,
    passed: published === computed,
    published: String(published),
    computed: String(computed),
  });
  yield compare('format', commitment.format, 'xingjian-draw/1');
  const lead = commitment.draw_at - commitment.published_at;
  yield { check: 'times', passed: lead >= commitmentLead, published: `${lead} s`, computed: `≥ ${commitmentLead} s` };
  yield compare('objects', commitment.object_root, rootOfList(hash, objects));
  yield compare('officers', commitment.officer_root, rootOfList(hash, officers));
  yield compare('server_seed', commitment.server_seed_hash, toHex(hash(bytesOf(seeds.server))));
  const given = seeds.witnesses.filter((seed) => seed !== '').length;
  const named = commitment.witnesses.length;
  yield {
    check: 'witnesses',
    passed: named >= fewestWitnesses && seeds.witnesses.length === named && given === named,
    published: `${named}`,
    computed: `${given}`,
  };
  const { beacon_source: source } = commitment;
  yield {
    check: 'beacon',
    passed: (source === null) === (seeds.beacon === null),
    published: source ?? '—',
    computed: seeds.beacon ?? '—',
  };
  const lists = { objects, officers, count: commitment.count, pairing: commitment.pairing };
  const drawn = commitment.count <= objects.length ? draw(hash, lists, seedOf(hash, seeds)) : [];
  yield compare('result', summary(hash, results), summary(hash, drawn));
}

/** Hash of a result, short enough to compare by eye. */
const summary = (hash: Hash, results: DrawRecord['results']): string =>
  toHex(hash(bytesOf(results.map(({ object, officers }) => [object, ...officers].join(' ')).join('\n'))));
