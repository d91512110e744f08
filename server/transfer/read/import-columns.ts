import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { hasColumn, kindOf } from '#kernel/field/field.ts';
import { readHeaders } from '#kernel/field/sheet-header.ts';
import { type Locale, type Text, text, textIn } from '#kernel/text/text.ts';

/** Where the values of a field stand in a sheet to be imported. */
export interface ImportColumn {
  readonly name: string;
  readonly field: AnyField;
  /** Position among the cells of a row. */
  readonly index: number;
  /** The label as the sheet writes it. */
  readonly header: string;
}

export interface ImportColumns {
  readonly columns: readonly ImportColumn[];
  /** Headers that belong to no field a person may fill in; their cells are passed over. */
  readonly ignored: readonly string[];
  /** Fields that must be given and have no column. */
  readonly missing: readonly (readonly [name: string, field: AnyField])[];
}

/** Fields a person may fill in when a row is added, in declared order; no secret is sent about in a sheet. */
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

/** What headers mean among the fields of a resource. */
function headersOf(resource: AnyResource) {
  const headers = meanings.get(resource) ?? readHeaders(importFields(resource));
  meanings.set(resource, headers);
  return headers;
}

/** What somebody chose for the columns of a sheet: the field of each header; '' passes it over. */
export type ChosenColumns = Readonly<Record<string, string>>;

/**
 * Which column holds which field: as chosen, else by label in either language, or by name; marks like `*` or （必填） do
 * not matter. A choice that names no field to be filled in, or one that was taken before, is none.
 */
export function mapHeader(resource: AnyResource, header: readonly string[], chosen: ChosenColumns = {}): ImportColumns {
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
    columns.push({ name, field: resource.fields[name] as AnyField, index, header: label });
  });
  const missing = fields.filter(([name, field]) => field.required && !used.has(name));
  return { columns, ignored, missing };
}

/** What the columns of a sheet are taken for, and what those that are taken for nothing could be. */
export interface MappedHeader {
  readonly header: string;
  readonly field: string | null;
  readonly suggested: string | null;
}

/** Each column of a sheet by its header, with a field proposed where it means none by itself: by synonym, or by being part of a label. */
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
    // of several it is nobody's to say which
    const suggested = like.length === 1 ? (like[0] ?? null) : null;
    if (suggested !== null) used.add(suggested);
    return [{ header: label, field, suggested }];
  });
}

/** How much a row of cells says of the fields of a resource as a header would: fields it names, and those it may mean. */
export const countNamed =
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

/** Whose sheet it is, and the fields beside a column: what it must be given with. */
interface HintContext {
  readonly fields: Fields;
  readonly actor: string;
}

/** Whether rows that are added must say it: always, or when; each as a sentence. */
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
      of: (when.of ?? []).map((one) => options[one]?.[locale] ?? one).join(locale === 'en' ? ', ' : '、'),
    });
  return { 'zh-cn': describe('zh-cn'), en: describe('en') };
}

/** Whether a cell of the row below the header is what the template says there. */
export const isColumnHint = (cell: string, field: AnyField, locale: Locale): boolean =>
  [texts.required, texts.optional].some((first) => hintOf(first, field, locale) === cell) ||
  // the sentence that says when depends on other columns, which may be gone
  (field.requiredWhen !== undefined && texts.requiredMark[locale].test(cell) && cell.length > 4);

/** What the template says below a label: whether it must be given, its form, and the hint of the declaration. */
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
