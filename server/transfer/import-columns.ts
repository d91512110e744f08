import { type AnyField, hasColumn, kindOf } from '#kernel/field.ts';
import type { AnyResource } from '#kernel/resource.ts';
import { type Locale, locales, text } from '#kernel/text.ts';

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

/** Which column holds which field: by label in either language, or by name; marks like `*` or （必填） do not matter. */
export function mapHeader(resource: AnyResource, header: readonly string[]): ImportColumns {
  const fields = importFields(resource);
  const words = new Map<string, string[]>();
  for (const [name, field] of fields) {
    for (const word of new Set([name, ...locales.map((locale) => field.label[locale])].map(normalize))) {
      words.set(word, [...(words.get(word) ?? []), name]);
    }
  }
  const columns: ImportColumn[] = [];
  const ignored: string[] = [];
  const taken = new Set<string>();
  header.forEach((label, index) => {
    const name = words.get(normalize(label))?.find((one) => !taken.has(one));
    if (name === undefined) {
      if (label) ignored.push(label);
      return;
    }
    taken.add(name);
    columns.push({ name, field: resource.fields[name] as AnyField, index, header: label });
  });
  const missing = fields.filter(([name, field]) => field.required && !taken.has(name));
  return { columns, ignored, missing };
}

/** Whether a header means a field. */
export const calledAs = (header: string, name: string, field: AnyField): boolean =>
  [name, ...locales.map((locale) => field.label[locale])].some((word) => normalize(word) === normalize(header));

function normalize(label: string): string {
  return label
    .normalize('NFKC')
    .replace(/\((必填|选填|required|optional)\)/gi, '')
    .replace(/[*\s:]/g, '')
    .toLowerCase();
}

const words = {
  required: text('必填', 'Required'),
  optional: text('选填', 'Optional'),
  unique: text('不能重复', 'No duplicates'),
} as const;

/** What the template says below a label: whether it must be given, its form, and the hint of the declaration. */
export function columnHint(field: AnyField, locale: Locale): string {
  const parts = [
    field.required ? words.required : words.optional,
    kindOf(field).sheetHint?.(field.options),
    field.unique === true ? words.unique : undefined,
    field.hint,
  ];
  return parts.flatMap((part) => (part ? [part[locale]] : [])).join(locale === 'en' ? '; ' : '；');
}
