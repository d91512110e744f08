import { type AnyField, hasColumn } from '#kernel/field.ts';
import type { AnyResource } from '#kernel/resource.ts';
import { type Locale, locales, type Text, text } from '#kernel/text.ts';

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

/** Fields a person may fill in when a row is added, in declared order. */
export function importFields(resource: AnyResource): [name: string, field: AnyField][] {
  return Object.entries<AnyField>(resource.fields).filter(
    ([name, field]) => field.write !== 'server' && name !== resource.owner && hasColumn(field),
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
  reference: text('名称或编号', 'Name or ID'),
  references: text('名称或编号，多个用顿号分隔', 'Names or IDs, separated by commas'),
  area: text('地区全称或六位代码', 'Full name or six-digit code of the area'),
  place: text('经度,纬度（WGS-84），如 102.712,25.041', 'Longitude,latitude (WGS-84), e.g. 102.712,25.041'),
  date: text('如 2026-11-21', 'E.g. 2026-11-21'),
  datetime: text('如 2026-11-21 09:30:00', 'E.g. 2026-11-21 09:30:00'),
  time: text('如 09:30:00', 'E.g. 09:30:00'),
  year: text('四位年份', 'Four-digit year'),
  money: text('金额（元），最多两位小数', 'Amount (CNY), at most two decimals'),
  switch: text('是 / 否', 'Yes / No'),
  several: text('多个用顿号分隔', 'Several separated by commas'),
  file: text('已上传文件的地址', 'Address of an uploaded file'),
  pairs: text('每行一项：名称=内容', 'One per line: name=content'),
  characters: (max: number) => text(`不超过 ${max} 个字符`, `At most ${max} characters`),
} as const;

const byKind: Readonly<Record<string, Text | undefined>> = {
  reference: words.reference,
  parent: words.reference,
  references: words.references,
  area: words.area,
  place: words.place,
  date: words.date,
  datetime: words.datetime,
  time: words.time,
  year: words.year,
  money: words.money,
  switch: words.switch,
  selects: words.several,
  checkbox: words.several,
  file: words.file,
  image: words.file,
  files: words.file,
  images: words.file,
  pairs: words.pairs,
};

/** What the template says below a label: whether it must be given, its form, and the hint of the declaration. */
export function columnHint(field: AnyField, locale: Locale): string {
  const max = field.options.max;
  const parts = [
    field.required ? words.required : words.optional,
    byKind[field.kind],
    (field.kind === 'text' || field.kind === 'textarea') && typeof max === 'number' ? words.characters(max) : undefined,
    field.unique === true ? words.unique : undefined,
    field.hint,
  ];
  return parts.flatMap((part) => (part ? [part[locale]] : [])).join(locale === 'en' ? '; ' : '；');
}
