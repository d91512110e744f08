import type { AnyField } from '#kernel/declaration/field.ts';
import { kindOf } from '#kernel/field/field.ts';
import type { Pair } from '#kernel/kind/key-value-pairs.ts';
import type { OfficialDocument } from '#kernel/module/official-document.ts';
import { toShanghaiIso } from '#kernel/time/shanghai-time.ts';

/** The values of a document, by field, in wire form. */
export type DocumentValues = Readonly<Record<string, unknown>>;

/** Formats a date as documents print it: `2026年11月22日`. */
export const formatPrintedDate = (date: string): string => {
  const [year = '', month = '', day = ''] = date.split('-');
  return `${year}年${Number(month)}月${Number(day)}日`;
};

/** Formats a moment (unix seconds) as documents print it: `2026年11月22日9时05分`. Who is summoned must know the hour. */
export const formatPrintedMoment = (seconds: number): string => {
  const [date = '', time = ''] = toShanghaiIso(seconds * 1000).split('T');
  return `${formatPrintedDate(date)}${Number(time.slice(0, 2))}时${time.slice(3, 5)}分`;
};

/** A value as printed. */
export function formatPrintedValue(field: AnyField, value: unknown): string {
  if (value === null || value === undefined) return '';
  const kind = kindOf(field);
  if (kind.column === 'date') return formatPrintedDate(String(value));
  if (kind.column === 'timestamptz') return formatPrintedMoment(Number(value));
  return kind.toText?.(value, field.options, 'zh-cn') ?? String(value);
}

/** What is printed instead of a value that was left empty. */
const crossedOut = '／';

/** Printed values of a document, by placeholder; those left empty are crossed out if the document says so. */
export const printedValuesByPlaceholder = (one: OfficialDocument, values: DocumentValues): Record<string, string> =>
  Object.fromEntries(
    Object.entries<AnyField>(one.fields).map(([name, field]) => [
      name,
      formatPrintedValue(field, values[name]) || (one.crossesOut ? crossedOut : ''),
    ]),
  );

/** The same values for the record's page: with labels, and personal data masked. */
export function maskDocumentContent(one: OfficialDocument, values: DocumentValues): Pair[] {
  return Object.entries<AnyField>(one.fields).flatMap(([name, field]) => {
    const content = formatPrintedValue(field, values[name]);
    if (content === '') return [];
    return [
      { key: field.label['zh-cn'], value: (field.privacy ? maskFieldText(field, content) : content).slice(0, 1000) },
    ];
  });
}

/** Masks a value so that it can still be recognised: `昆明****公司`, `张*`. */
export function maskFieldText(field: AnyField, content: string): string {
  const masked = kindOf(field).maskValue?.(content);
  if (masked !== undefined) return masked;
  const letters = [...content];
  if (letters.length <= 3) return `${letters[0] ?? ''}${'*'.repeat(Math.max(1, letters.length - 1))}`;
  const shown = Math.min(2, Math.floor(letters.length / 3));
  return `${letters.slice(0, shown).join('')}****${letters.slice(-shown).join('')}`;
}
