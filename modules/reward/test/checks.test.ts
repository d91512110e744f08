import { describe, expect, test } from 'vitest';
import { compareClaimWithEvidence } from '../server/check/compare-claim-with-evidence.ts';
import type { IndependentEvidenceAgainstClaim } from '../server/check/read-independent-evidence-against-claim.ts';
import type { RewardClaimBasis } from '../server/claim/compute-reward-claim.ts';
import type { ClaimedTeam } from '../server/claim/read-claimed-teams.ts';

const team = (more: Partial<ClaimedTeam> = {}): ClaimedTeam => ({
  id: 1,
  team_no: 'T1',
  name: '昆明—大理三日游 · 2026-05-01',
  agency_id: 1,
  status: 'finished',
  start_at: 0,
  began_on: '2026-10-01',
  ended_on: '2026-10-03',
  tourist_count: 30,
  listed: 30,
  guests: 30,
  inside: 0,
  unknown: 0,
  mistyped: 0,
  nights: 2,
  vehicles: 1,
  scenic: 1,
  run: 2,
  run_name: '王',
  same_birthday: 1,
  birthdays: 30,
  ...more,
});
const claimed = (one: ClaimedTeam, more: Partial<RewardClaimBasis> = {}): RewardClaimBasis => ({
  teams: [one],
  twice: [],
  excluded: '53',
  capPerYear: Number.POSITIVE_INFINITY,
  steps: [{ minPax: 20, minNights: 1, minVehicles: 0, minScenic: 0, minYear: 0, unit: 'person_night', amount: 1000 }],
  ...more,
});
const evidence = (more: Partial<IndependentEvidenceAgainstClaim> = {}): IndependentEvidenceAgainstClaim => ({
  counted: [],
  vehicles: [],
  lists: [],
  papers: 1,
  shared: [],
  clawed: [],
  credit: 'B',
  ...more,
});
const night = (on_date: string, people: number) =>
  ({ itinerary_id: 1, kind: 'lodging', on_date, place: '宾馆', people }) as const;
const gate = (people: number) => ({ ...night('2026-10-01', people), kind: 'gate', place: '石林' }) as const;
const found = (
  code: string,
  one: ClaimedTeam,
  evidenceFound: Partial<IndependentEvidenceAgainstClaim> = {},
  more: Partial<RewardClaimBasis> = {},
) => compareClaimWithEvidence(claimed(one, more), evidence(evidenceFound), 'B').filter((each) => each.code === code);

describe('the checks of an application', () => {
  test('accept gate counts within exactly a tenth of the list', () => {
    for (const [people, result] of [
      [27, 'pass'],
      [33, 'pass'],
      [26, 'fail'],
      [34, 'fail'],
    ] as const)
      expect(found('gate', team(), { counted: [gate(people)] }), String(people)).toMatchObject([{ result }]);
  });

  test('require a record of every night, with at least nine of ten guests', () => {
    const both = [night('2026-10-01', 30), night('2026-10-02', 27)];
    expect(found('lodging', team(), { counted: both })).toMatchObject([{ result: 'pass', found: '27' }]);
    expect(found('lodging', team(), { counted: both.slice(0, 1) })).toMatchObject([{ result: 'warn', lacking: '1' }]);
    expect(found('lodging', team(), { counted: [night('2026-10-02', 26)] })).toMatchObject([{ result: 'fail' }]);
    expect(found('lodging', team({ nights: 0 }))).toEqual([]);
  });

  test('never pass without data', () => {
    const all = compareClaimWithEvidence(
      claimed(team({ unknown: 30, birthdays: 0 })),
      evidence({ papers: 0, credit: null }),
      'B',
    );
    for (const code of ['lodging', 'gate', 'plates', 'invoices', 'credit', 'ages', 'outside'])
      expect(all.filter((one) => one.code === code)).toMatchObject([{ result: 'warn', lacking: '1' }]);
  });

  test('find fraud if two applications have the same list, and regular guests if the same people are on another tour', () => {
    const other = { itinerary_id: 1, other_id: 7, team_no: 'T7' };
    const regulars = [{ ...other, application_id: null, no: null }];
    expect(found('same_list', team(), { lists: regulars })).toMatchObject([
      { result: 'warn', against: 'travel/itinerary:7' },
    ]);
    const twice = [{ ...other, application_id: 9, no: 'JL9' }];
    expect(found('same_list', team(), { lists: twice })).toMatchObject([
      { result: 'fail', against: 'reward/application:9', evidence: 'T7 → JL9' },
    ]);
  });

  test('report identity numbers that contradict the origin, and guests who live in the area', () => {
    expect(found('outside', team({ mistyped: 1 }))).toMatchObject([{ result: 'warn', evidence: '30 / 0 / 0 / 1' }]);
    expect(found('outside', team({ inside: 16 }))).toMatchObject([{ result: 'fail', found: '47%' }]);
    expect(found('outside', team(), {}, { excluded: '' })).toMatchObject([{ result: 'pass', expected: '—' }]);
  });

  test('doubt six equal surnames in a row, and a fifth of guests with one birthday', () => {
    expect(found('surnames', team({ run: 5 }))).toMatchObject([{ result: 'pass' }]);
    expect(found('surnames', team({ run: 6 }))).toMatchObject([{ result: 'warn', evidence: '王 × 6' }]);
    expect(found('ages', team({ same_birthday: 6 }))).toMatchObject([{ result: 'pass' }]);
    expect(found('ages', team({ same_birthday: 7 }))).toMatchObject([{ result: 'warn' }]);
  });
});
