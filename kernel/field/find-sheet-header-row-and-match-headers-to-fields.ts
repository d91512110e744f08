import { toPlainText } from '../check/normalise-width-spaces-and-dashes.ts';
import type { AnyField } from '../declaration/field.ts';
import { locales } from '../text/text.ts';

/**
 * Words with the same meaning in the registers of bureaux and the lists of agencies, by which headers are matched with
 * field labels.
 */
const synonyms: readonly (readonly string[])[] = [
  ['名称', '单位名称', '企业名称', '机构名称', '商户名称', 'name', 'companyname'],
  ['姓名', '名字', '游客姓名', '客人姓名', '旅客姓名', 'fullname'],
  ['统一社会信用代码', '社会信用代码', '信用代码', '组织机构代码', 'uscc', 'creditcode'],
  ['法定代表人', '法人', '法人代表', '负责人', 'legalrepresentative'],
  ['联系人', '经办人', '联络人', 'contact'],
  ['手机', '手机号', '手机号码', '电话', '联系电话', '联系方式', 'mobile', 'phone', 'tel'],
  ['证件号码', '证件号', '身份证号', '身份证号码', '身份证', '护照号', 'idnumber', 'idno', 'documentnumber'],
  ['证件类型', '证件种类', '证件名称', 'documenttype', 'idtype'],
  ['出生日期', '出生年月日', '生日', 'birthday', 'dateofbirth'],
  ['房号', '房间', '房间号', 'roomno', 'roomnumber'],
  ['座位号', '座位', '座号', 'seatno', 'seatnumber'],
  ['地址', '经营地址', '住所', '注册地址', '详细地址', 'address'],
  ['地区', '所属地区', '行政区划', '区县', '县区', 'area', 'county'],
  ['类型', '类别', '企业类型', '业态', 'type', 'category'],
  ['编号', '证号', '许可证号', '证书编号', 'number', 'no'],
  ['备注', '说明', 'remark', 'note'],
];

/** Removes decoration and invisible marks from a header: `*`, （必填）, spaces. */
export const plainHeader = (label: string): string =>
  toPlainText(label)
    .normalize('NFKC')
    .replace(/\((必填|选填|required|optional)\)/gi, '')
    .replace(/[*\s:]/g, '')
    .toLowerCase();

/** The names that a field can have in a spreadsheet. */
const labelsOf = (name: string, field: AnyField): string[] =>
  [name, ...locales.map((locale) => field.label[locale])].map(plainHeader);

/** Whether a header is a name of the field. */
export const isNameOfField = (header: string, name: string, field: AnyField): boolean =>
  labelsOf(name, field).includes(plainHeader(header));

/** Whether a header may mean a field, because it is a synonym of one of its names. */
export function isSynonymOfField(header: string, name: string, field: AnyField): boolean {
  const same = sameAs(plainHeader(header));
  return labelsOf(name, field).some((each) => same.includes(each));
}

const sameAs = (word: string): readonly string[] => synonyms.find((group) => group.includes(word)) ?? [];

/**
 * The fields that a header names exactly (`named`), and those that it may mean (`like`): it is a synonym of a name, or
 * one contains the other.
 */
export interface HeaderMeaning {
  readonly named: readonly string[];
  readonly like: readonly string[];
}

/** Longer cells are not headers. */
const longestHeader = 200;
const mostRemembered = 2000;
const nothing: HeaderMeaning = { named: [], like: [] };

/**
 * Returns a function that matches headers with the given fields. The fields are prepared only once, because finding the
 * header of a sheet tests every cell of its first rows several times. Without that it took a second for forty columns.
 */
export function readHeaders(fields: readonly (readonly [name: string, field: AnyField])[]) {
  const candidates = fields.map(([name, field]) => ({ name, labels: labelsOf(name, field) }));
  const remembered = new Map<string, HeaderMeaning>();
  return (header: string): HeaderMeaning => {
    if (header.length > longestHeader) return nothing;
    const found = remembered.get(header);
    if (found) return found;
    const word = plainHeader(header);
    const same = sameAs(word);
    const isLike = (each: string) =>
      same.includes(each) || (word.length > 1 && (each.includes(word) || word.includes(each)));
    const namesOf = (fits: (each: string) => boolean) =>
      candidates.filter(({ labels }) => labels.some(fits)).map(({ name }) => name);
    const meaning = word === '' ? nothing : { named: namesOf((each) => each === word), like: namesOf(isLike) };
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(header, meaning);
    return meaning;
  };
}

/** How many rows are searched for the header. Titles, dates and notes may precede it. */
export const headerRows = 20;

type Cells = readonly string[];

export interface FoundHeader {
  readonly header: readonly string[];
  /** The number of rows above the header, and (`lines`) the number of rows of the header itself. */
  readonly above: number;
  readonly lines: 1 | 2;
}

const filled = (cells: Cells) => cells.filter((cell) => cell.trim() !== '').length;

/**
 * Merges two lines of a header. A cell of the lower line counts; above an empty cell, the cell of the upper line does.
 */
const joinLines = (upper: Cells, lower: Cells): string[] =>
  Array.from({ length: Math.max(upper.length, lower.length) }, (_, at) => lower[at]?.trim() || (upper[at] ?? ''));

/**
 * Finds the header of a sheet: the row, or the two rows, with the most field names. `named` counts the field names in a
 * row. If no row has any, it is the first row with more than one filled cell, because a title is the only cell of its
 * row. Undefined: there are no rows.
 */
export function findHeader(rows: readonly Cells[], named: (header: Cells) => number): FoundHeader | undefined {
  const first = rows.slice(0, headerRows);
  let best: { found: FoundHeader; named: number } | undefined;
  const offer = (header: Cells, above: number, lines: 1 | 2, least: number) => {
    const count = named(header);
    if (count > Math.max(least, best?.named ?? 0)) best = { found: { header, above, lines }, named: count };
    return count;
  };
  for (const [at, row] of first.entries()) {
    const own = offer(row, at, 1, 0);
    const lower = first[at + 1];
    if (lower) offer(joinLines(row, lower), at, 2, Math.max(own, named(lower)));
  }
  if (best) return best.found;
  const at = Math.max(0, filled(first[0] ?? []) > 1 ? 0 : first.findIndex((row) => filled(row) > 1));
  return first[at] && { header: first[at], above: at, lines: 1 };
}

const totals = ['合计', '总计', '小计', '共计', '累计', 'total', 'subtotal', 'grandtotal'];
const notes = [
  '注',
  '备注',
  '说明',
  '填表说明',
  '填表人',
  '制表人',
  '制表',
  '审核人',
  '审核',
  '填报人',
  '填报单位',
  'note',
  'notes',
];

const wordBefore = (cell: string) => plainWord(cell.slice(0, 40).split(/[:：]/)[0] ?? '');
const plainWord = (cell: string) => toPlainText(cell).replace(/ /g, '').toLowerCase();

/**
 * Recognises a row below the header that is not data: a total, or a line marked as a note or signature. Undefined: it
 * is data.
 */
export function classifyTotalOrNoteRow(cells: Cells): 'total' | 'note' | undefined {
  const texts = cells.map((cell) => cell.trim()).filter(Boolean);
  const [first = '', second = ''] = texts;
  if (totals.includes(wordBefore(first)) || totals.includes(plainWord(second))) return 'total';
  const isNote = (cell: string) => /[:：]/.test(cell.slice(0, 40)) && notes.includes(wordBefore(cell));
  return isNote(first) && texts.length <= 4 ? 'note' : undefined;
}
