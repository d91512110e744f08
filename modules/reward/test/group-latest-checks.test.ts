import { describe, expect, test } from 'vitest';
import { groupLatestAutomaticChecksByCode } from '../web/group-latest-automatic-checks-by-code.ts';

const row = (id: number, code: string, result: string, more: object = {}) => ({
  id,
  code,
  result,
  lacking: '0',
  round: 1,
  ...more,
});

describe('the results of checks for a reviewer', () => {
  test('are ordered: failed, doubtful, without data, passed', () => {
    const groups = groupLatestAutomaticChecksByCode([
      row(1, 'list', 'pass'),
      row(2, 'plates', 'warn', { lacking: '1' }),
      row(3, 'surnames', 'warn'),
      row(4, 'gate', 'pass'),
      row(5, 'gate', 'fail'),
    ]);
    expect(groups.map(({ code, result, lacking }) => [code, result, lacking])).toEqual([
      ['gate', 'fail', false],
      ['surnames', 'warn', false],
      ['plates', 'warn', true],
      ['list', 'pass', false],
    ]);
    expect(groups[0]?.rows.map(({ id }) => id)).toEqual([5, 4]);
  });

  test('are those of the latest run', () => {
    const groups = groupLatestAutomaticChecksByCode([row(1, 'gate', 'fail'), row(2, 'gate', 'pass', { round: 2 })]);
    expect(groups.map(({ result, rows }) => [result, rows.length])).toEqual([['pass', 1]]);
    expect(groupLatestAutomaticChecksByCode([])).toEqual([]);
  });
});
