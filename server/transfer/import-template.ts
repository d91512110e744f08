import type { Readable } from 'node:stream';
import { type AnyField, kindOf } from '#kernel/field.ts';
import type { SelectOptions } from '#kernel/kind/select.ts';
import type { AnyResource } from '#kernel/resource.ts';
import { type Locale, text } from '#kernel/text.ts';
import { offeredOptions } from '#kernel/words.ts';
import { type Sheet, textWidth } from '#server/sheets/sheet.ts';
import { xlsxStream } from '#server/sheets/xlsx-writer.ts';
import { columnHint, importFields } from '#server/transfer/import-columns.ts';

const words = { options: text('可选项', 'Options'), yes: text('是', 'Yes'), no: text('否', 'No') };

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
      const choices = isSingle(field) ? choicesOf(field, locale) : [];
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

const isSingle = (field: AnyField) => field.kind === 'select' || field.kind === 'radio' || field.kind === 'switch';

function choicesOf(field: AnyField, locale: Locale): string[] {
  if (field.kind === 'switch') return [words.yes[locale], words.no[locale]];
  const options = (field.options as Partial<SelectOptions>).options;
  return options ? offeredOptions(options).map(([, option]) => option[locale]) : [];
}
