import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellsFromText, textFromCells } from './clipboard-cells.ts';

test('cells written for a spreadsheet and read back are the same', () => {
  const cell = fc.string({ maxLength: 8 }).map((value) => value.replace(/\r/g, ''));
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(table, (rows) => {
      fc.pre(!(rows.at(-1)?.at(-1) ?? '').endsWith('\n'));
      expect(cellsFromText(textFromCells(rows))).toEqual(rows);
    }),
  );
  expect(cellsFromText('a\tb\r\n"c\nd"\t"e""f"\r\n')).toEqual([
    ['a', 'b'],
    ['c\nd', 'e"f'],
  ]);
});
