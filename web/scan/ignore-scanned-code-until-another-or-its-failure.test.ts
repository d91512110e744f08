import { expect, test } from 'vitest';
import { RepeatedCodeFilter } from './ignore-scanned-code-until-another-or-its-failure.ts';

/** At which of these moments, in ms, a code in view is handled. The handling fails where `fails` is true. */
function actedOn(
  attempts: RepeatedCodeFilter,
  moments: readonly number[],
  fails: (moment: number) => boolean,
  code = 'A',
) {
  return moments.filter((moment) => {
    const begun = attempts.begin(code, moment);
    if (begun && fails(moment)) attempts.fail(moment);
    return begun;
  });
}
const everyFifth = Array.from({ length: 151 }, (_, at) => at * 200);

test('a handled code is not handled again while it stays in view', () => {
  expect(actedOn(new RepeatedCodeFilter(), everyFifth, () => false)).toEqual([0]);
});

test('a code whose handling failed is tried again with growing waits', () => {
  expect(actedOn(new RepeatedCodeFilter(), everyFifth, () => true)).toEqual([0, 1000, 3000, 7000, 15_000, 30_000]);
  expect(actedOn(new RepeatedCodeFilter(), everyFifth, (moment) => moment < 3000)).toEqual([0, 1000, 3000]);
});

test('another code is handled at once, and a chosen picture always', () => {
  const attempts = new RepeatedCodeFilter();
  actedOn(attempts, [0, 1000], () => true);
  expect(attempts.begin('B', 1001)).toBe(true);
  expect(attempts.begin('B', 1002)).toBe(false);
  attempts.reset();
  expect(attempts.begin('B', 1003)).toBe(true);
});
