import type { Readable } from 'node:stream';
import { type AnyField, holdsSeveral, kindOf } from '#kernel/field.ts';
import type { AnyResource } from '#kernel/resource.ts';
import { type Locale, text } from '#kernel/text.ts';
import { type Sheet, textWidth } from '#server/sheets/sheet.ts';
import { xlsxStream } from '#server/sheets/xlsx-writer.ts';
import { columnHint, importFields } from '#server/transfer/import-columns.ts';

const words = { options: text('可选项', 'Options') };

/**
 * An empty workbook to fill in: labels, a row that says what each column takes (passed over by the import), choices
 * as drop-down lists, and all of them on a second sheet.
 */
export function writeImportTemplate(resource: AnyResource, locale: Locale): Readable {
  const fields = importFields(resource);
  const form: Sheet = {
    name: resource.label[locale],
    columns: fields.map(([, field]) => {
      const hint = columnHint(field, locale);
      // a drop-down list takes one of them
      const choices = holdsSeveral(field) ? [] : choicesOf(field, locale);
      const width = Math.max(kindOf(field).width / 7, Math.min(textWidth(hint) + 2, 40));
      return { label: field.label[locale], hint, width: Math.round(width), ...(choices.length > 0 ? { choices } : {}) };
    }),
    rows: [],
  };
  const chosen = fields.filter(([, field]) => choicesOf(field, locale).length > 0);
  if (chosen.length === 0) return xlsxStream([form]);
  const lists = chosen.map(([, field]) => choicesOf(field, locale));
  const options: Sheet = {
    name: words.options[locale],
    columns: chosen.map(([, field], i) => ({
      label: field.label[locale],
      width: Math.max(...(lists[i] ?? []).map(textWidth)) + 2,
    })),
    rows: Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, row) =>
      lists.map((list) => list[row] ?? ''),
    ),
  };
  return xlsxStream([form, options]);
}

const choicesOf = (field: AnyField, locale: Locale): string[] =>
  (kindOf(field).choices?.(field.options) ?? []).map(([, word]) => word[locale]);
