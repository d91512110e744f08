import type { AnyField } from '#kernel/declaration/field.ts';
import { holdsSeveralValues, kindOf } from '#kernel/field/field.ts';
import { findSimilarTexts } from '#kernel/text/find-similar-texts.ts';
import { type Locale, type Text, text, textIn } from '#kernel/text/text.ts';
import { decodeMessage, type ValidationMessageKey } from '#kernel/text/validation-messages.ts';
import { optionsSheetName } from '#server/transfer/read/name-of-template-options-sheet.ts';

const texts = {
  noOption: text('选项无效', 'Invalid option'),
  options: text('{wrong}，应为：{options}', '{wrong}. Enter one of: {options}'),
  nearest: text(
    '{wrong}：没有“{word}”，最接近的是：{nearest}；全部 {n} 项列在导入模板的“{sheet}”工作表',
    '{wrong}: there is no “{word}”; the nearest are {nearest}. All {n} {n|is|are} listed on the sheet “{sheet}” of the import template',
  ),
  listed: text(
    '{wrong}：没有“{word}”；全部 {n} 项列在导入模板的“{sheet}”工作表',
    '{wrong}: there is no “{word}”. All {n} {n|is|are} listed on the sheet “{sheet}” of the import template',
  ),
  example: text('{wrong}，正确的写法如 {example}', '{wrong}. A correct one looks like {example}'),
  form: text('{wrong}，应写作：{form}', '{wrong}. Write it as: {form}'),
  between: text('、', ', '),
};

/** Maximum number of options listed one by one. */
const maxOptions = 12;

/** Messages that do not say how to write a value, so that an example is added. */
const bare: ReadonlySet<string> = new Set<ValidationMessageKey>([
  'invalid',
  'invalid_name',
  'invalid_mobile',
  'invalid_credit_code',
  'credit_code_checksum',
  'id_number_checksum',
  'invalid_plate',
  'invalid_place',
  'invalid_area',
  'invalid_color',
]);

/**
 * The message for a rejected cell: that of its kind, and what is allowed. Options are listed, or the nearest ones, and
 * formats are shown by an example, because a sheet has no lists or maps to choose from.
 */
export function explainCellError(encoded: string, field: AnyField, cell: string, locale: Locale): string {
  const wrong = decodeMessage(encoded, locale);
  const [key = ''] = encoded.split('|');
  if (key === 'invalid_option') return withOptions(field, cell, locale) ?? wrong;
  if (!bare.has(key)) return wrong;
  const kind = kindOf(field);
  const form = kind.sheetHint?.(field.options)?.[locale];
  if (form) return textIn(texts.form, locale, { wrong, form });
  const example = kind.example?.(field.options);
  return (typeof example === 'string' || typeof example === 'number') && !wrong.includes(String(example))
    ? textIn(texts.example, locale, { wrong, example })
    : wrong;
}

/** The options of a field, or those nearest to the cell; undefined for a field without options. */
function withOptions(field: AnyField, cell: string, locale: Locale): string | undefined {
  const choices = (kindOf(field).choices?.(field.options) ?? []).map(([, word]) => word[locale]);
  const options = Object.values((field.options.options ?? {}) as Readonly<Record<string, Text>>);
  if (choices.length === 0) return undefined;
  const wrong = texts.noOption[locale];
  if (choices.length <= maxOptions)
    return textIn(texts.options, locale, { wrong, options: choices.join(texts.between[locale]) });
  const written = holdsSeveralValues(field) ? cell.split(/[,，、;；]/).map((one) => one.trim()) : [cell];
  const isOption = (one: string) =>
    Object.hasOwn((field.options.options ?? {}) as object, one) ||
    options.some((each) => each['zh-cn'] === one || each.en.toLowerCase() === one.toLowerCase());
  const word = written.find((one) => one !== '' && !isOption(one)) ?? cell;
  const nearest = findSimilarTexts(word, choices).join(texts.between[locale]);
  const values = { wrong, word, nearest, n: choices.length, sheet: optionsSheetName[locale] };
  return textIn(nearest === '' ? texts.listed : texts.nearest, locale, values);
}
