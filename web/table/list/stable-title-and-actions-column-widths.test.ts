import { expect, test } from 'vitest';
import { stableTitleAndActionsWidths } from '#web/table/list/stable-title-and-actions-column-widths.ts';

test('columns stand while other rows of the same query pass below them', () => {
  const before = { actions: 112, names: 200, headings: 0 };
  expect(stableTitleAndActionsWidths(before, { actions: 60, names: 340, headings: 0 })).toBe(before);
  expect(stableTitleAndActionsWidths(before, { actions: 150, names: 90, headings: 0 })).toEqual({
    actions: 150,
    names: 200,
    headings: 0,
  });
});
