import { expect, test } from 'vitest';
import type { AnyField } from '#kernel/declaration/field.ts';
import { field, kindOf } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { findSimilarTexts } from '#kernel/text/find-similar-texts.ts';
import { type Locale, text } from '#kernel/text/text.ts';
import type { ReadSheet } from '#server/sheets/read-and-written-sheet-types.ts';
import { addCellContentToErrors } from '#server/transfer/read/add-cell-content-to-import-errors.ts';
import { parseImportSheets } from '#server/transfer/read/parse-import-sheets-with-child-rows.ts';

const label = text('此列', 'This column');
const few = { tea: text('茶叶', 'Tea'), jade: text('玉石', 'Jade') };
const many = Object.fromEntries(
  ['昆明市五华区', '昆明市盘龙区', '昆明市官渡区', '大理市', '丽江市古城区', '香格里拉市', '景洪市', '腾冲市'].flatMap(
    (name, at) => [
      [`a${at}`, text(name, `Place ${at}`)],
      [`b${at}`, text(`${name}以外`, `Outside ${at}`)],
    ],
  ),
);

/** Every kind a sheet fills in, with a cell it does not accept, and what is said to be right in either language. */
const refusals: readonly [name: string, one: AnyField, cell: string, zh: string | RegExp, en: string | RegExp][] = [
  ['text', field.text(label, { min: 5 }), '短', '至少 5 个字符', 'At least 5'],
  ['text, too long', field.text(label, { max: 3 }), '太长的一句', '不能超过 3 个字符', 'At most 3'],
  ['textarea', field.textarea(label, { min: 5 }), '短', '至少 5 个字符', 'At least 5'],
  ['editor', field.editor(label, { max: 4 }), '太长的一段话', '不能超过 4 个字符', 'At most 4'],
  ['number', field.number(label), '很多', '如 12.5', 'such as 12.5'],
  ['float', field.float(label), '很多', '如 12.5', 'such as 12.5'],
  ['integer', field.integer(label), '1.5', '如 12', 'such as 12'],
  ['integer, bounded', field.integer(label, { min: 2 }), '1', '不能小于 2', 'at least 2'],
  ['money', field.money(label), '1.234', '如 1200.50', 'such as 1200.50'],
  ['date', field.date(label), '去年', '如 2026-05-01', 'such as 2026-05-01'],
  ['time', field.time(label), '下午', '如 08:30', 'such as 08:30'],
  ['year', field.year(label), '九八', '如 2026', 'such as 2026'],
  ['datetime', field.datetime(label), '去年', '如 2026-05-01', 'such as 2026-05-01'],
  ['switch', field.switch(label), '也许', '应为：', 'Enter one of:'],
  ['select', field.select(label, { options: few }), '瓷器', '应为：茶叶、玉石', 'Enter one of: Tea, Jade'],
  ['radio', field.radio(label, { options: few }), '瓷器', '应为：茶叶、玉石', 'Enter one of: Tea, Jade'],
  ['selects', field.selects(label, { options: few }), '茶叶、瓷器', '应为：茶叶、玉石', 'Enter one of: Tea, Jade'],
  ['checkbox', field.checkbox(label, { options: few }), '瓷器', '应为：茶叶、玉石', 'Enter one of: Tea, Jade'],
  [
    'select of many',
    field.select(label, { options: many }),
    '五华',
    /没有“五华”，最接近的是：昆明市五华区.*全部 16 项.*“可选项”/,
    /no “五华”.*All 16.*“Options”/,
  ],
  [
    'selects of many',
    field.selects(label, { options: many }),
    '大理市、古城',
    /没有“古城”，最接近的是：丽江市古城区/,
    /no “古城”/,
  ],
  [
    'reference',
    field.reference(label, { to: 'a/b' }),
    '没有',
    '没有找到“没有”，请填写已登记的此列的名称或编号',
    'name or ID',
  ],
  ['references', field.references(label, { to: 'a/b' }), '没有', '名称或编号', 'name or ID'],
  ['area', field.area(label), '火星', '如 云南省昆明市五华区', '530102'],
  ['place', field.place(label), '这里', '102.712,25.041', '102.712,25.041'],
  ['color', field.color(label), '红', '如 #1F7A6D', '#1F7A6D'],
  ['account', field.account(label), '1', '3 到 15 个字符', '3 to 15'],
  ['email', field.email(label), '在家', '如 name@example.com', 'name@example.com'],
  ['url', field.url(label), '网址', 'https://', 'https://'],
  ['personName', field.personName(label), '<1>', /请输入正确的姓名，正确的写法如 \S/, /looks like \S/],
  ['mobile', field.mobile(label), '12345', /请输入正确的手机号，正确的写法如 1\d{10}/, /looks like 1\d{10}/],
  ['mobile, foreign', field.mobile(label, { foreign: true }), '12345', '+14155550100', '+14155550100'],
  ['idNumber', field.idNumber(label), '530102', '应为 18 位', '18 digits'],
  ['idNumber, checksum', field.idNumber(label), '110105194912310021', '正确的写法如 1101', 'looks like 1101'],
  [
    'idNumber of documents',
    field.idNumber(label, { documents: true }),
    '??',
    '5 到 18 位字母和数字',
    '5 to 18 letters',
  ],
  ['creditCode', field.creditCode(label), '9153', /：应为 18 位.*，如 9\w{17}$/, /18 digits.*such as 9\w{17}$/],
  ['plate', field.plate(label), '123', /车牌号格式不正确：.*，如 云A12345、云AD12345$/, /looks like \S{7}/],
  ['identifier', field.identifier(label), '——', '没有时留空', 'leave it empty'],
];

async function refusalOf(one: AnyField, cell: string, locale: Locale) {
  const shop = resource({
    name: 'shop/shop',
    label,
    title: 'title',
    scope: 'area',
    fields: { title: field.text(text('名称', 'Name')), one },
  });
  const sheet: ReadSheet = { header: [label[locale]], headerRow: 1, rows: [{ row: 2, cells: [cell] }] };
  const none = { references: async () => new Map(), areas: async () => new Map() };
  const reading = await parseImportSheets(shop, sheet, locale, none);
  return addCellContentToErrors(
    reading.rows.flatMap((row) => row.errors),
    reading,
  );
}

test.each(refusals)('a cell of kind %s says what would be right, and what was typed', async (_, one, cell, zh, en) => {
  for (const [locale, right] of [
    ['zh-cn', zh],
    ['en', en],
  ] as const) {
    const [message, ...others] = await refusalOf(one, cell, locale);
    expect(others).toEqual([]);
    expect(message?.message).toMatch(typeof right === 'string' ? new RegExp(right.replace(/[+.]/g, '\\$&')) : right);
    // numbers of people are left out of what is kept: whoever sent the sheet finds them by row and column
    expect(message?.value).toBe(kindOf(one).sealed ? undefined : cell);
  }
});

test('of a word that is like none nothing is proposed', () => {
  expect(findSimilarTexts('火星', ['茶叶', '玉石'])).toEqual([]);
  expect(findSimilarTexts('旅行设', ['旅行社', '旅行社分社', '酒店'])).toEqual(['旅行社', '旅行社分社']);
  expect(findSimilarTexts('Travel agencey', ['Hotel', 'Travel agency', 'Coach operator'])[0]).toBe('Travel agency');
});
