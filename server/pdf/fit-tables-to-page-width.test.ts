import { expect, test } from 'vitest';
import { textTable } from './build-text-and-table-blocks.ts';
import type { DocumentBlock, DocumentTable } from './document-block-types.ts';
import { fitTablesToPageWidth } from './fit-tables-to-page-width.ts';

/** Chinese characters are as wide as high, others 0.65 of that. */
const measure = (text: string) => [...text].reduce((sum, one) => sum + (/\p{Script=Han}/u.test(one) ? 1 : 0.65), 0);
/** Between the margins of A4 on its side. */
const page = 757;

const stars = (n: number) => Array.from({ length: n }, () => '*' as const);
const fitToPage = (table: DocumentTable): DocumentTable =>
  fitTablesToPageWidth([table], page, measure)[0] as DocumentTable;
const numbers = ({ widths = [] }: DocumentTable) => widths.map(Number);
const total = (table: DocumentTable) => numbers(table).reduce((sum, one) => sum + one + 9, 1);
const sizeOf = (block: DocumentBlock | undefined) => (block?.kind === 'paragraph' ? block.runs[0]?.size : undefined);
const cell = ({ rows }: DocumentTable, row: number, column: number) => rows[row]?.[column]?.blocks[0];

const columns = [
  '企业名称',
  '统一社会信用代码',
  '企业类型',
  '联系人',
  '联系人手机',
  '经营地',
  '风险等级',
  '状态',
  '办理期限',
];
const enterprise = [
  '安宁和北苑宾馆有限责任公司',
  '91530114MA30DPMD8X',
  '星级饭店',
  '赵江林',
  '157****8199',
  '云南省昆明市安宁市',
  'A 低风险',
  '正常经营',
  '',
];

test('nine columns, one of them with long numbers, stay on the page, each as wide as its longest word', () => {
  const fitted = fitToPage(textTable(columns, [enterprise], stars(9)));
  expect(total(fitted)).toBeLessThanOrEqual(page + 0.1);
  expect(numbers(fitted)[1]).toBeGreaterThanOrEqual(measure('91530114MA30DPMD8X') * 9);
  expect(numbers(fitted)[0]).toBeGreaterThan(numbers(fitted)[3] ?? 0);
  expect(sizeOf(cell(fitted, 1, 1))).toBe(9);
});

test('type becomes smaller before words are broken', () => {
  const long = fitToPage(textTable(columns, [columns.map(() => '91530114MA30DPMD')], stars(9)));
  expect(total(long)).toBeLessThanOrEqual(page + 0.1);
  expect(sizeOf(cell(long, 1, 1))).toBeLessThan(9);
  expect(cell(long, 1, 1)).not.toHaveProperty('breaksAnywhere');
  const longest = fitToPage(textTable(columns, [columns.map(() => 'x'.repeat(200))], stars(9)));
  expect(total(longest)).toBeLessThanOrEqual(page + 0.1);
  expect(cell(longest, 1, 1)).toMatchObject({ breaksAnywhere: true });
});

test('a table that fits stays as it is', () => {
  const table = textTable(['类别', '件数'], [['强迫购物', '3']], ['*', 60]);
  expect(fitToPage(table)).toBe(table);
});
