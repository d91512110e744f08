import { createHash } from 'node:crypto';
import fs from 'node:fs';
import fc from 'fast-check';
import { sm3 as packagedSm3 } from 'sm-crypto-v2';
import { expect, test } from 'vitest';
import { plainDraw, plainRoot } from '../../test/draw/plain-draw.ts';
import { drawObjectsAndOfficers, merkleRootOfList, seedOfDraw } from './draw-inspection-objects-and-officers.ts';
import {
  type DrawLists,
  type DrawnObject,
  type DrawObject,
  type DrawOfficer,
  type DrawRecord,
  type RiskClass,
  ticketsByRiskClass,
} from './draw-record-types.ts';
import { bytesOf, createHmac, type Hash, toHex } from './hash-bytes-and-hmac.ts';
import { merkleRoot } from './merkle-root.ts';
import { parseDrawRecord } from './parse-and-validate-draw-record-json.ts';
import { createSeededRandomNumbers } from './seeded-random-numbers.ts';
import { sm3 } from './sm3.ts';
import { verifyDraw } from './verify-draw.ts';

const hash: Hash = (bytes) => createHash('sm3').update(bytes).digest();
const read = (name: string) =>
  JSON.parse(fs.readFileSync(new URL(`../../test/draw/${name}.json`, import.meta.url), 'utf8')) as DrawRecord;
const golden = read('golden-draw');
const goldenOfExperts = read('golden-draw-of-experts');

const classes = Object.keys(ticketsByRiskClass) as RiskClass[];
const objectsOf = (count: number): DrawObject[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `enterprise/enterprise:${n}`,
    risk: classes[n % 4] as RiskClass,
    area: n % 2 ? '530102' : '530103',
    domain: n % 3 ? 'agency' : 'hotel',
  }));
const officersOf = (count: number, capacity: number): DrawOfficer[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `enf/officer:${n}`,
    area: ['5301', '530102', '530103'][n % 3] as string,
    domains: n % 4 ? ['agency', 'hotel'] : ['agency'],
    recused: n % 5 ? [] : [`enterprise/enterprise:${n}`],
    capacity,
  }));
const lists = (more: Partial<DrawLists> = {}): DrawLists => ({
  objects: objectsOf(40),
  officers: officersOf(12, 10),
  count: 10,
  pairing: 'local',
  ...more,
});
const seed = (text: string) => hash(bytesOf(text));

test('SM3 and its HMAC are those of the standard, in Node and in the browser', () => {
  const abc = '66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0'; // GB/T 32905-2016, A.1
  expect([toHex(hash(bytesOf('abc'))), toHex(sm3(bytesOf('abc'))), packagedSm3(bytesOf('abc'))]).toEqual([
    abc,
    abc,
    abc,
  ]);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.uint8Array({ minLength: 1, maxLength: 200 }), (text, key) => {
      expect(toHex(sm3(text))).toBe(toHex(hash(text)));
      expect(toHex(createHmac(sm3, key)(text))).toBe(packagedSm3(text, { key }));
    }),
  );
});

test('the same lists and seed give the same draw, in whatever order they are listed', () => {
  const once = drawObjectsAndOfficers(hash, lists(), seed('甲'));
  const { objects, officers } = lists();
  expect(
    drawObjectsAndOfficers(hash, lists({ objects: objects.toReversed(), officers: officers.toReversed() }), seed('甲')),
  ).toEqual(once);
  expect(drawObjectsAndOfficers(hash, lists(), seed('乙'))).not.toEqual(once);
});

test('every drawn object is listed, drawn once, and checked by two officers who may check it', () => {
  fc.assert(
    fc.property(
      fc.record({
        text: fc.string(),
        count: fc.integer({ min: 0, max: 40 }),
        officers: fc.integer({ min: 0, max: 12 }),
        capacity: fc.integer({ min: 0, max: 4 }),
        pairing: fc.constantFrom('local' as const, 'crossed' as const),
      }),
      ({ text, count, officers: number, capacity, pairing }) => {
        const of = lists({ count, officers: officersOf(number, capacity), pairing });
        const drawn = drawObjectsAndOfficers(hash, of, seed(text));
        expect(new Set(drawn.map((one) => one.object)).size).toBe(count);
        const uses = new Map<string, number>();
        for (const { object: id, officers: pair } of drawn) {
          const object = of.objects.find((one) => one.id === id) as DrawObject;
          expect([0, 2]).toContain(new Set(pair).size);
          for (const [place, officerId] of pair.entries()) {
            const officer = of.officers.find((one) => one.id === officerId) as DrawOfficer;
            uses.set(officerId, (uses.get(officerId) ?? 0) + 1);
            expect(officer.domains).toContain(object.domain);
            expect(officer.recused).not.toContain(id);
            expect(object.area.startsWith(officer.area)).toBe(!(pairing === 'crossed' && place === 1));
          }
        }
        for (const times of uses.values()) expect(times).toBeLessThanOrEqual(capacity);
      },
    ),
    { numRuns: 100 },
  );
});

test('roots and draws are those of the plainest program by the published format', () => {
  const areas = ['530102', '530103', '532901'];
  const domains = ['agency', 'hotel', 'net'];
  const pick = <T>(list: readonly T[]) => fc.constantFrom(...list);
  fc.assert(
    fc.property(
      fc.array(fc.record({ risk: pick(classes), area: pick(areas), domain: pick(domains) }), { maxLength: 60 }),
      fc.array(
        fc.record({
          area: pick(['', '53', '5301', ...areas]),
          domains: fc.subarray(domains),
          recused: fc.array(fc.integer({ min: 0, max: 59 }), { maxLength: 5 }),
          capacity: fc.integer({ min: 0, max: 6 }),
        }),
        { maxLength: 15 },
      ),
      pick(['local', 'crossed', 'none'] as const),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.string({ unit: 'grapheme' }),
      (listed, staff, pairing, share, witness) => {
        const objects = listed.map((one, n) => ({ id: `enterprise/enterprise:${n}`, ...one }));
        const officers = staff.map((one, n) => ({
          id: `enf/officer:${n}`,
          ...one,
          recused: one.recused.map((of) => `enterprise/enterprise:${of}`),
        }));
        const of = { objects, officers, pairing, count: Math.floor(share * objects.length) };
        const seeds = { server: 'a'.repeat(64), witnesses: [witness, '乙'], beacon: null };
        expect(merkleRootOfList(sm3, objects)).toBe(plainRoot(objects));
        expect(merkleRootOfList(hash, officers)).toBe(plainRoot(officers));
        expect(drawObjectsAndOfficers(sm3, of, seedOfDraw(sm3, seeds))).toEqual(plainDraw(of, seeds));
      },
    ),
    { numRuns: 300 },
  );
  // a leaf longer than all before, of characters of one to four bytes
  const [long] = lists().objects as [DrawObject];
  const written = { ...long, domain: 'a旅😀é'.repeat(700) };
  expect(merkleRootOfList(sm3, [written, ...objectsOf(3)])).toBe(plainRoot([written, ...objectsOf(3)]));
});

test('without pairing the same objects are drawn, and nobody for them', () => {
  const paired = drawObjectsAndOfficers(hash, lists(), seed('甲'));
  const alone = drawObjectsAndOfficers(hash, lists({ pairing: 'none' }), seed('甲'));
  expect(alone).toEqual(paired.map(({ object }) => ({ object, officers: [] })));
});

test('no more objects are drawn than are listed', () => {
  expect(() => drawObjectsAndOfficers(hash, lists({ count: 41 }), seed('甲'))).toThrow(RangeError);
  expect(drawObjectsAndOfficers(hash, lists({ count: 40 }), seed('甲'))).toHaveLength(40);
});

test('objects are drawn in proportion to their tickets', () => {
  const numbers = createSeededRandomNumbers(hash, seed('tickets'));
  const times = { A: 0, B: 0, C: 0, D: 0 };
  const of = lists({ objects: objectsOf(8), officers: [], count: 1 });
  const draws = 6000;
  for (let n = 0; n < draws; n += 1) {
    const [one] = drawObjectsAndOfficers(hash, of, seed(`${numbers.below(2 ** 32)}`));
    times[of.objects.find(({ id }) => id === one?.object)?.risk as RiskClass] += 1;
  }
  const expected = classes.map((risk) => (draws * ticketsByRiskClass[risk]) / 15);
  const chiSquare = classes.reduce(
    (sum, risk, n) => sum + (times[risk] - (expected[n] ?? 0)) ** 2 / (expected[n] ?? 1),
    0,
  );
  expect(chiSquare).toBeLessThan(16.27); // three degrees of freedom, p = 0.001; the seed is fixed
});

test('numbers below a bound are equally likely and stay below it', () => {
  const numbers = createSeededRandomNumbers(hash, seed('numbers'));
  const times = Array.from({ length: 10 }, () => 0);
  for (let n = 0; n < 20_000; n += 1) {
    const number = numbers.below(10);
    times[number] = (times[number] ?? 0) + 1;
  }
  expect(times.reduce((sum, one) => sum + (one - 2000) ** 2 / 2000, 0)).toBeLessThan(27.9); // nine degrees, p = 0.001
  expect(Array.from({ length: 5 }, () => numbers.below(1))).toEqual([0, 0, 0, 0, 0]);
});

test('a change of one object or of its place in the tree changes the root', () => {
  const { objects } = lists();
  const root = merkleRootOfList(hash, objects);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: objects.length - 1 }), (at) => {
      const [one] = objects.slice(at) as [DrawObject];
      expect(merkleRootOfList(hash, objects.with(at, { ...one, risk: one.risk === 'A' ? 'B' : 'A' }))).not.toBe(root);
      expect(merkleRootOfList(hash, objects.toSpliced(at, 1))).not.toBe(root);
    }),
  );
  // a node is no leaf: a tree cannot be passed off as a smaller one
  const leaves = ['a', 'b', 'c', 'd'];
  expect(toHex(merkleRoot(hash, leaves))).not.toBe(toHex(merkleRoot(hash, ['ab', 'cd'])));
});

test('the golden draw is verified, and every change of it is found out', () => {
  const failed = (record: DrawRecord) =>
    [...verifyDraw(hash, record)].filter((one) => !one.passed).map((one) => one.check);
  expect(failed(golden)).toEqual([]);
  const { commitment, seeds, objects, officers, results } = golden;
  const [first] = objects as readonly [DrawObject];
  const [officer] = officers as readonly [DrawOfficer];
  expect(failed({ ...golden, seeds: { ...seeds, witnesses: [...seeds.witnesses.slice(0, -1), 'x'] } })).toEqual([
    'drawn',
    'pairs',
  ]);
  expect(failed({ ...golden, objects: [{ ...first, risk: 'D' }, ...objects.slice(1)] })).toContain('objects');
  expect(failed({ ...golden, officers: [{ ...officer, capacity: 0 }, ...officers.slice(1)] })).toContain('officers');
  expect(failed({ ...golden, seeds: { ...seeds, server: seeds.server.replace(/^./, 'f') } })).toContain('server_seed');
  expect(failed({ ...golden, seeds: { ...seeds, witnesses: seeds.witnesses.slice(1) } })).toContain('witnesses');
  expect(failed({ ...golden, seeds: { ...seeds, beacon: null } })).toContain('beacon');
  expect(failed({ ...golden, results: results.toReversed() })).toEqual(['drawn', 'pairs']);
  const [{ object }, { officers: pair }] = results as unknown as readonly [DrawnObject, DrawnObject];
  expect(failed({ ...golden, results: [{ object, officers: pair }, ...results.slice(1)] })).toEqual(['pairs']);
  expect(failed({ ...golden, commitment: { ...commitment, draw_at: commitment.published_at + 540 } })).toEqual([
    'times',
  ]);
  expect(failed({ ...golden, commitment: { ...commitment, count: objects.length + 1 } })).toContain('drawn');
  // an object listed twice has the tickets of two
  const twice = [...objects, first];
  const root = merkleRootOfList(hash, twice);
  expect(
    failed({ ...golden, objects: twice, commitment: { ...commitment, object_root: root, object_count: twice.length } }),
  ).toContain('counts');
  // and is found out if the commitment counts it once
  expect(failed({ ...golden, objects: twice, commitment: { ...commitment, object_root: root } })).toContain('counts');
  const officersTwice = [...officers, officer];
  expect(
    failed({
      ...golden,
      officers: officersTwice,
      commitment: { ...commitment, officer_root: merkleRootOfList(hash, officersTwice) },
    }),
  ).toContain('counts');
  // no draw at all is no draw that is right
  for (const count of [0, objects.length + 1])
    expect(failed({ ...golden, commitment: { ...commitment, count }, results: [] })).toContain('drawn');
});

test('the golden draw of experts is verified, and an officer for one of them is found out', () => {
  const failed = (record: DrawRecord) =>
    [...verifyDraw(hash, record)].filter((one) => !one.passed).map((one) => one.check);
  expect(parseDrawRecord(goldenOfExperts)).toEqual({ record: goldenOfExperts });
  expect(failed(goldenOfExperts)).toEqual([]);
  const results = goldenOfExperts.results.map((one) => ({ ...one, officers: ['library/officer:1'] }));
  expect(failed({ ...goldenOfExperts, results })).toEqual(['pairs']);
});

test('a file that is no record is refused with the part that is wrong', () => {
  expect(parseDrawRecord(golden)).toEqual({ record: golden });
  expect(parseDrawRecord([])).toEqual({ fault: 'commitment' });
  expect(parseDrawRecord({ ...golden, seeds: undefined })).toEqual({ fault: 'seeds' });
  expect(parseDrawRecord({ ...golden, objects: [...golden.objects, { id: 'x', risk: 'E' }] })).toEqual({
    fault: 'objects.30.risk',
  });
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(parseDrawRecord(value)).toHaveProperty('fault');
      expect(parseDrawRecord({ ...golden, officers: value })).not.toBe(undefined);
    }),
  );
});

test('a witness who enters another seed changes the result and leaves the roots', () => {
  const { objects, officers, seeds, commitment } = golden;
  const of = { objects, officers, count: commitment.count, pairing: commitment.pairing };
  const other = { ...seeds, witnesses: seeds.witnesses.with(0, `${seeds.witnesses[0]}!`) };
  expect(drawObjectsAndOfficers(hash, of, seedOfDraw(hash, other))).not.toEqual(golden.results);
  expect(merkleRootOfList(hash, objects)).toBe(commitment.object_root);
});
