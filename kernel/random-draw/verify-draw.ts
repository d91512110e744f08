import { canonicalJson } from '../wire/canonical-json.ts';
import { drawObjectsAndOfficers, merkleRootOfList, seedOfDraw } from './draw-inspection-objects-and-officers.ts';
import {
  type DrawnObject,
  type DrawObject,
  type DrawRecord,
  type RiskClass,
  ticketsByRiskClass,
} from './draw-record-types.ts';
import { bytesOf, type Hash, toHex } from './hash-bytes-and-hmac.ts';
import { createSeededRandomNumbers } from './seeded-random-numbers.ts';

/** The steps of the verification, in their order. */
export const drawChecks = [
  'format',
  'commitment',
  'times',
  'counts',
  'objects',
  'officers',
  'server_seed',
  'witnesses',
  'beacon',
  'seed',
  'numbers',
  'tickets',
  'drawn',
  'pairs',
] as const;
export type DrawCheck = (typeof drawChecks)[number];

/** The least number of seconds between the commitment and the draw (domain reference §2.I). */
export const minCommitmentSeconds = 600;
/** The least number of witnesses whose seeds a draw needs. */
export const minWitnesses = 2;

/** The outcome of a step, with the value that was published and the value that was computed. */
export interface DrawCheckResult {
  readonly check: DrawCheck;
  readonly passed: boolean;
  /** Null: the record does not contain the value, so that nothing is compared. */
  readonly published: string | null;
  readonly computed: string;
}

const compare = (check: DrawCheck, published: string, computed: string): DrawCheckResult => ({
  check,
  passed: published === computed,
  published,
  computed,
});
const onTheWay = (check: DrawCheck, computed: string): DrawCheckResult => ({
  check,
  passed: true,
  published: null,
  computed,
});

/**
 * Verifies a published draw step by step, from its record alone. All steps are made, even if one fails. It is a
 * generator, so that a page can show each step when it is done. It returns what the draw should have been.
 */
export function* verifyDraw(hash: Hash, record: DrawRecord): Generator<DrawCheckResult, readonly DrawnObject[]> {
  const { commitment, objects, officers, seeds, results } = record;
  yield compare('format', commitment.format, 'xingjian-draw/1');
  yield onTheWay('commitment', toHex(hash(bytesOf(canonicalJson(commitment)))));
  const lead = commitment.draw_at - commitment.published_at;
  yield {
    check: 'times',
    passed: lead >= minCommitmentSeconds,
    published: `${lead} s`,
    computed: `≥ ${minCommitmentSeconds} s`,
  };
  const counts = compare(
    'counts',
    `${commitment.object_count} + ${commitment.officer_count}`,
    `${countIds(objects)} + ${countIds(officers)}`,
  );
  yield { ...counts, passed: counts.passed && eachOnce(objects) && eachOnce(officers) };
  yield compare('objects', commitment.object_root, merkleRootOfList(hash, objects));
  yield compare('officers', commitment.officer_root, merkleRootOfList(hash, officers));
  yield compare('server_seed', commitment.server_seed_hash, toHex(hash(bytesOf(seeds.server))));
  yield checkWitnesses(record);
  const { beacon_source: source } = commitment;
  yield {
    check: 'beacon',
    passed: (source === null) === (seeds.beacon === null),
    published: source ?? '—',
    computed: seeds.beacon ?? '—',
  };
  const seed = seedOfDraw(hash, seeds);
  yield onTheWay('seed', toHex(seed));
  const numbers = createSeededRandomNumbers(hash, seed);
  yield onTheWay('numbers', Array.from({ length: 4 }, () => numbers.below(2 ** 32)).join(', '));
  yield onTheWay('tickets', countTickets(objects));
  const lists = { objects, officers, count: commitment.count, pairing: commitment.pairing };
  const possible = commitment.count >= 1 && commitment.count <= countIds(objects);
  const drawn = possible ? drawObjectsAndOfficers(hash, lists, seed) : [];
  const same = compare('drawn', summary(hash, results, drawnObject), summary(hash, drawn, drawnObject));
  yield { ...same, passed: same.passed && possible };
  yield compare('pairs', hashOfResult(hash, results), hashOfResult(hash, drawn));
  return drawn;
}

function checkWitnesses({ commitment, seeds }: DrawRecord): DrawCheckResult {
  const named = commitment.witnesses.length;
  const given = seeds.witnesses.filter((seed) => seed !== '').length;
  return {
    check: 'witnesses',
    passed: named >= minWitnesses && seeds.witnesses.length === named && given === named,
    published: `${named}`,
    computed: `${given}`,
  };
}

/** The number of different ids. */
const countIds = (list: readonly { readonly id: string }[]): number => new Set(list.map(({ id }) => id)).size;

/** Nothing is listed twice: an object would have the tickets of two, and an officer could be paired with himself. */
const eachOnce = (list: readonly { readonly id: string }[]): boolean => countIds(list) === list.length;

/** `A 7×1 + B 6×2 + C 5×4 + D 4×8 = 71` */
function countTickets(objects: readonly DrawObject[]): string {
  const times: Record<RiskClass, number> = { A: 0, B: 0, C: 0, D: 0 };
  for (const { risk } of objects) times[risk] += 1;
  const classes = Object.keys(times) as RiskClass[];
  const total = classes.reduce((sum, risk) => sum + times[risk] * ticketsByRiskClass[risk], 0);
  return `${classes.map((risk) => `${risk} ${times[risk]}×${ticketsByRiskClass[risk]}`).join(' + ')} = ${total}`;
}

export const drawnObject = ({ object }: DrawnObject): string => object;
/** With the object, so that officers of another object do not count as the same. */
export const drawnPair = ({ object, officers }: DrawnObject): string => [object, ...officers].join(' ');

/** Hash of a part of a result, short enough to compare by eye. */
const summary = (hash: Hash, results: readonly DrawnObject[], part: (one: DrawnObject) => string): string =>
  toHex(hash(bytesOf(results.map(part).join('\n'))));

/** Hash of a whole result: the objects in their order, each with its officers. */
export const hashOfResult = (hash: Hash, results: readonly DrawnObject[]): string => summary(hash, results, drawnPair);
