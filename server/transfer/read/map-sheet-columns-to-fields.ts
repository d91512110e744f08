import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { hasColumn, kindOf } from '#kernel/field/field.ts';
import { readHeaders } from '#kernel/field/find-sheet-header-row-and-match-headers-to-fields.ts';
import { joinList, type Locale, type Text, text, textIn } from '#kernel/text/text.ts';

/** The column of a field in an imported sheet. */
export interface ImportColumn {
  readonly name: string;
  readonly field: AnyField;
  /** Index among the cells of a row. */
  readonly index: number;
  /** The label as written in the sheet; that of the field, if it has no column. */
  readonly header: string;
  /** The text that stands for an empty cell. */
  readonly otherwise?: string;
  /** Texts that stand for words of this sheet. */
  readonly synonyms?: Readonly<Record<string, string>>;
}

/** Index of a field without a column, filled in for all rows. */
const noColumn = -1;

/** The text of a field in a row of cells, with what was chosen for empty cells and for words of the sheet. */
export function cellText(cells: readonly string[], { index, otherwise = '', synonyms = {} }: ImportColumn): string {
  const cell = (cells[index] ?? '').trim();
  if (cell === '') return otherwise;
  return Object.hasOwn(synonyms, cell) ? (synonyms[cell] ?? cell) : cell;
}

export interface ImportColumns {
  readonly columns: readonly ImportColumn[];
  /** Headers without a field to fill in; their cells are ignored. */
  readonly ignored: readonly string[];
  /** Required fields without a column. */
  readonly missing: readonly (readonly [name: string, field: AnyField])[];
}

/** Fields that a person may fill in when adding a row, in declared order, without secrets. */
export function importFields(resource: AnyResource): [name: string, field: AnyField][] {
  return Object.entries<AnyField>(resource.fields).filter(
    ([name, field]) =>
      field.write !== 'server' &&
      name !== resource.owner &&
      name !== resource.member &&
      hasColumn(field) &&
      kindOf(field).secret !== true,
  );
}

const meanings = new WeakMap<AnyResource, ReturnType<typeof readHeaders>>();

/** Fields of a resource by possible headers. */
function headersOf(resource: AnyResource) {
  const headers = meanings.get(resource) ?? readHeaders(importFields(resource));
  meanings.set(resource, headers);
  return headers;
}

/** Chosen fields by header; '' ignores a column. */
export type ChosenColumns = Readonly<Record<string, string>>;

/** What a person chose for cells of a sheet. */
export interface ChosenCellTexts {
  /** By field: the text of rows whose cell is empty, or of all rows if there is no column. */
  readonly values?: Readonly<Record<string, string>>;
  /** By header and word: the text that stands for a word that is no option. */
  readonly synonyms?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * Maps columns to fields: as chosen, else by label in either language, or by name; marks such as `*` or （必填） are
 * ignored. A choice that names no importable field, or one already chosen, is ignored.
 */
export function mapHeader(
  resource: AnyResource,
  header: readonly string[],
  chosen: ChosenColumns = {},
  { values = {}, synonyms = {} }: ChosenCellTexts = {},
): ImportColumns {
  const fields = importFields(resource);
  const chosenField = (label: string) => (Object.hasOwn(chosen, label) ? chosen[label] : undefined);
  const fillable = new Set(fields.map(([name]) => name));
  const claimed = new Map<string, string>();
  for (const label of header) {
    const name = chosenField(label);
    if (name && fillable.has(name) && !claimed.has(name)) claimed.set(name, label);
  }
  const meaningOf = headersOf(resource);
  const columns: ImportColumn[] = [];
  const ignored: string[] = [];
  const used = new Set<string>();
  header.forEach((label, index) => {
    const wish = chosenField(label);
    const named = meaningOf(label).named.find((one) => !used.has(one) && !claimed.has(one));
    const own = wish !== undefined && claimed.get(wish) === label && !used.has(wish) ? wish : undefined;
    const name = wish === '' ? undefined : (own ?? named);
    if (name === undefined) {
      if (label) ignored.push(label);
      return;
    }
    used.add(name);
    columns.push({
      name,
      field: resource.fields[name] as AnyField,
      index,
      header: label,
      ...(values[name] ? { otherwise: values[name] } : {}),
      ...(synonyms[label] ? { synonyms: synonyms[label] } : {}),
    });
  });
  for (const [name, field] of fields) {
    const otherwise = Object.hasOwn(values, name) ? values[name] : undefined;
    if (!otherwise || used.has(name) || columns.length === 0) continue;
    used.add(name);
    // named as in the messages about it
    columns.push({ name, field, index: noColumn, header: name, otherwise });
  }
  const missing = fields.filter(([name, field]) => field.required && !used.has(name));
  return { columns, ignored, missing };
}

/** The mapping of a column, with suggestions if it has none. */
export interface MappedHeader {
  readonly header: string;
  readonly field: string | null;
  readonly suggested: string | null;
}

/** Each column with its field, or with suggestions for unmapped ones: by synonym, or by a part of a label. */
export function suggestFields(
  resource: AnyResource,
  header: readonly string[],
  chosen: ChosenColumns = {},
): MappedHeader[] {
  const { columns } = mapHeader(resource, header, chosen);
  const used = new Set(columns.map(({ name }) => name));
  return header.flatMap((label, index): MappedHeader[] => {
    if (label === '') return [];
    const field = columns.find((one) => one.index === index)?.name ?? null;
    if (field !== null || chosen[label] === '') return [{ header: label, field, suggested: null }];
    const like = headersOf(resource)(label).like.filter((name) => !used.has(name));
    // several candidates are ambiguous
    const suggested = like.length === 1 ? (like[0] ?? null) : null;
    if (suggested !== null) used.add(suggested);
    return [{ header: label, field, suggested }];
  });
}

/** How well a row of cells matches the fields of a resource as a header: fields it names, and fields it may mean. */
export const countFieldsNamedByHeader =
  (resource: AnyResource, chosen: ChosenColumns = {}) =>
  (header: readonly string[]): number =>
    suggestFields(
      resource,
      header.map((label) => label.trim()),
      chosen,
    ).reduce((count, { field, suggested }) => count + (field ? 2 : suggested ? 1 : 0), 0);

const texts = {
  required: text('必填', 'Required'),
  optional: text('选填', 'Optional'),
  requiredFor: text('“{by}”为{of}时必填', 'Required where “{by}” is {of}'),
  requiredWith: text('填写了“{by}”时必填', 'Required where “{by}” is filled in'),
  requiredMark: { 'zh-cn': /必填/, en: /^Required where/ },
  unique: text('不能重复', 'No duplicates'),
} as const;

/** Actor, and the fields on which a column's requirement depends. */
interface HintContext {
  readonly fields: Fields;
  readonly actor: string;
}

/** Whether new rows must have a value: always, or under a condition; as a sentence. */
function whenRequired(field: AnyField, { fields, actor }: HintContext): Text {
  const when = field.requiredWhen;
  if (field.required) return texts.required;
  if (!when || (when.actor && when.actor !== actor)) return texts.optional;
  const by = when.by === undefined ? undefined : fields[when.by];
  if (!by) return texts.required;
  const options = (by.options.options ?? {}) as Readonly<Record<string, Text>>;
  const describe = (locale: Locale) =>
    textIn(when.of ? texts.requiredFor : texts.requiredWith, locale, {
      by: by.label[locale],
      of: joinList(
        (when.of ?? []).map((one) => options[one]?.[locale] ?? one),
        locale,
      ),
    });
  return { 'zh-cn': describe('zh-cn'), en: describe('en') };
}

/** Whether a cell below the header is the template's hint. */
export const isColumnHint = (cell: string, field: AnyField, locale: Locale): boolean =>
  [texts.required, texts.optional].some((first) => hintOf(first, field, locale) === cell) ||
  // the text of the condition depends on other columns, which may have been removed
  (field.requiredWhen !== undefined && texts.requiredMark[locale].test(cell) && cell.length > 4);

/** The template's hint below a label: whether a value is required, its format, and the declared hint. */
export const columnHint = (field: AnyField, locale: Locale, context: HintContext): string =>
  hintOf(whenRequired(field, context), field, locale);

function hintOf(first: Text, field: AnyField, locale: Locale): string {
  const parts = [
    first,
    kindOf(field).sheetHint?.(field.options),
    field.unique === true ? texts.unique : undefined,
    field.hint,
  ];
  return parts.flatMap((part) => (part ? [part[locale]] : [])).join(locale === 'en' ? '; ' : '；');
}
