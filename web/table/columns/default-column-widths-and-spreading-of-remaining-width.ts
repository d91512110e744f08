import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Option } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import { holdsSeveralValues, kindOf } from '#kernel/field/field.ts';
import type { Locale } from '#kernel/text/text.ts';

/** Widths of characters at the font size of tables, in px, measured on the product's fonts. */
const latin = 7.6;
/** Digits and capitals, of which numbers of documents consist, are wider than letters in words. */
const digit = 8.2;
const han = 14;

/** Padding of a cell, of a tag with its icon, and of a heading with its order marks, in px. */
const padding = { cell: 18, tag: 50, head: 44 } as const;

const titleWidth = 200;
/** For a title that is a number, where rows have a heading too (`heading`). */
const numberWidth = 160;
const dueWidth = 176;
const mostOfOptions = 220;
const mostOfHead = 260;

/** Width of a text, in px. */
export const textWidth = (text: string, narrow = latin): number =>
  [...text].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > 0x2e7f ? han : narrow), 0);

/** Width of the number of a document, in px. */
export const documentNumberWidth = (number: string): number => textWidth(number, digit);

/** Default width of a column in a language. */
export function defaultColumnWidth(resource: AnyResource, name: string, field: AnyField, locale: Locale): number {
  const kind = kindOf(field);
  const head = textWidth(field.label[locale]) + padding.head;
  const options = Object.values((field.options.options ?? {}) as Readonly<Record<string, Option>>);
  const longest = Math.max(0, ...options.map((option) => textWidth(option[locale])));
  const tagged = options.some((option) => option.tone) ? padding.tag : padding.cell;
  const optionsWidth =
    longest > 0 && !holdsSeveralValues(field) ? Math.min(mostOfOptions, longest + tagged) : kind.width;
  const least =
    name === resource.title
      ? resource.heading
        ? numberWidth
        : titleWidth
      : name === 'due_at' && resource.life
        ? dueWidth
        : 0;
  return Math.ceil(Math.max(Math.min(head, mostOfHead), optionsWidth, least));
}

/** Distributes remaining width to the columns whose width nobody set, in proportion to their own. */
export function spreadRemainingWidthOverColumns(
  columns: readonly { width: number; fixed: boolean }[],
  room: number,
): readonly number[] {
  const widths = columns.map(({ width }) => width);
  const left = room - widths.reduce((sum, width) => sum + width, 0);
  const free = columns.reduce((sum, { width, fixed }) => sum + (fixed ? 0 : width), 0);
  if (left <= 0 || free === 0) return widths;
  let given = 0;
  let passed = 0;
  return columns.map(({ width, fixed }) => {
    if (fixed) return width;
    passed += width;
    const until = Math.floor((left * passed) / free);
    const more = until - given;
    given = until;
    return width + more;
  });
}
