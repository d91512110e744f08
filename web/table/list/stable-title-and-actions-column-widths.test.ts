import { expect, test } from 'vitest';
import { sameWidths, stableTitleAndActionsWidths } from '#web/table/list/stable-title-and-actions-column-widths.ts';

test('columns stand while other rows of the same query pass below them', () => {
  const before = { actions: 112, names: 200, headings: 0, numbers: {} };
  expect(stableTitleAndActionsWidths(before, { actions: 60, names: 340, headings: 0, numbers: {} })).toBe(before);
  expect(stableTitleAndActionsWidths(before, { actions: 150, names: 90, headings: 0, numbers: {} })).toEqual({
    actions: 150,
    names: 200,
    headings: 0,
    numbers: {},
  });
});

test('columns are the same while numbers need the same room', () => {
  const before = { actions: 112, names: 200, headings: 0, numbers: { no: 150, team_no: 0 } };
  expect(sameWidths(before, { ...before, numbers: { no: 150, team_no: 0 } }).numbers).toBe(before.numbers);
  const wider = { ...before, numbers: { no: 190, team_no: 0 } };
  expect(sameWidths(before, wider)).toBe(wider);
  expect(sameWidths(undefined, before)).toBe(before);
});
