import { expect, test } from 'vitest';
import {
  classifyTotalOrNoteRow,
  findHeader,
  plainHeader,
} from './find-sheet-header-row-and-match-headers-to-fields.ts';

const labels = ['姓名', '证件号码', '手机', '联系人'];
const named = (cells: readonly string[]) => cells.filter((cell) => labels.includes(plainHeader(cell))).length;
const found = (rows: string[][]) => {
  const { header, above, lines } = findHeader(rows, named) ?? {};
  return [header, above, lines];
};

test('the header is the row with the most field names, below titles and dates', () => {
  const person = ['王明', '530102199001011234', '13800138000'];
  const header = ['姓名', '证件号码', '手机'];
  expect(found([header, person])).toEqual([header, 0, 1]);
  expect(found([['某某旅行社游客名单', '', ''], ['2026年5月', '', ''], header, person])).toEqual([header, 2, 1]);
  expect(found([['游客名单'], ['甲', '乙'], ['1', '2']])).toEqual([['甲', '乙'], 1, 1]);
  expect(
    found([
      ['甲', '乙'],
      ['1', '2'],
    ]),
  ).toEqual([['甲', '乙'], 0, 1]);
  expect(found([])).toEqual([undefined, undefined, undefined]);
});

test('a header of two lines is one', () => {
  expect(
    found([
      ['名单', '', ''],
      ['姓名', '联系方式', ''],
      ['', '联系人', '手机'],
      ['王明', '李丽', '13800138000'],
    ]),
  ).toEqual([['姓名', '联系人', '手机'], 1, 2]);
});

test('totals and notes are not rows of the list, people are', () => {
  for (const cells of [
    ['合计', '', '12'],
    ['', '合 计', '12'],
    ['1', '总计'],
    ['合计：12 人'],
    ['Total', '12'],
    ['小计', '3'],
  ])
    expect(classifyTotalOrNoteRow(cells), cells.join()).toBe('total');
  for (const cells of [['注：此表一式两份'], ['填表人：张三', '', '审核人：李四'], ['备注: x'], ['说明：请核对']])
    expect(classifyTotalOrNoteRow(cells), cells.join()).toBe('note');
  for (const cells of [
    ['合计达旅行社', '1'],
    ['王明', '合计'.repeat(2)],
    ['备注', '1'],
    ['王明'],
    [''],
    ['注册地：昆明'],
  ])
    expect(classifyTotalOrNoteRow(cells), cells.join()).toBeUndefined();
});

test('invisible marks in a header are ignored', () => {
  expect(plainHeader('\u200b姓\u00ad名\ufeff（必填）*')).toBe('姓名');
});
