import type { Readable } from 'node:stream';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { holdsSeveralValues, kindOf } from '#kernel/field/field.ts';
import { columnsOfEveryResource } from '#kernel/resource/all-columns-of-resource.ts';
import { parentReferenceFieldOf } from '#kernel/resource/child-lists-of-resource.ts';
import { type Locale, text, textIn } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import { textWidth } from '#server/sheets/displayed-width-of-text.ts';
import type { WrittenSheet, WrittenSheetColumn } from '#server/sheets/read-and-written-sheet-types.ts';
import { xlsxStream } from '#server/sheets/xlsx-writer.ts';
import { columnHint, importFields } from '#server/transfer/read/map-sheet-columns-to-fields.ts';
import { optionsSheetName } from '#server/transfer/read/name-of-template-options-sheet.ts';
import {
  type ChildListSheet,
  isReferredToByTitle,
  parentColumnField,
} from '#server/transfer/read/sheets-of-child-lists-in-exports-and-imports.ts';

const texts = {
  of: text(
    '必填；工作表“{sheet}”中对应行的{title}或编号',
    'Required; the {title} or ID of the matching row on sheet “{sheet}”',
  ),
  key: text(
    '选填；自行编号，{title}相同时供其他工作表引用',
    'Optional; your own ID, for reference from other sheets when several rows have the same {title}',
  ),
};

/**
 * An empty workbook to fill in: labels, a row of hints (ignored by the import), options as drop-down lists and on a
 * last sheet. Child lists have sheets of their own.
 */
export function writeImportTemplate(
  resource: AnyResource,
  { locale, type: actor }: Pick<Caller, 'locale' | 'type'>,
  lists: readonly ChildListSheet[] = [],
): Readable {
  const templateOptions = { locale, actor };
  const holds = (holder: AnyResource) => lists.some((list) => list.holder === holder);
  const forms = [
    { name: resource.label[locale], columns: formColumns(resource, templateOptions, holds(resource)) },
    ...lists.map((list) => ({
      name: list.title[locale],
      columns: listColumns(list, templateOptions, holds(list.child)),
    })),
  ];
  const sheets = forms.map(
    ({ name, columns }): WrittenSheet => ({ name, columns: columns.map(({ column }) => column), rows: [] }),
  );
  const chosen = forms.flatMap(({ name, columns }, at) =>
    columns.flatMap(({ column, choices }) => {
      const label = at === 0 ? column.label : `${name} ${column.label}`;
      return choices.length > 0 ? [{ label, choices }] : [];
    }),
  );
  if (chosen.length === 0) return xlsxStream(sheets);
  const options: WrittenSheet = {
    name: optionsSheetName[locale],
    columns: chosen.map(({ label, choices }) => ({ label, width: Math.max(...choices.map(textWidth)) + 2 })),
    rows: Array.from({ length: Math.max(...chosen.map(({ choices }) => choices.length)) }, (_, row) =>
      chosen.map(({ choices }) => choices[row] ?? ''),
    ),
  };
  return xlsxStream([...sheets, options]);
}

/** Language, and whether officers or members use it. */
interface TemplateOptions {
  readonly locale: Locale;
  readonly actor: string;
}

/** A column to fill in, with all its options. */
interface FormColumn {
  readonly column: WrittenSheetColumn;
  readonly choices: readonly string[];
}

function formColumns(resource: AnyResource, options: TemplateOptions, holdsRows: boolean): FormColumn[] {
  const { locale, actor } = options;
  const columns = importFields(resource).map(([, field]): FormColumn => {
    const choices = choicesOf(field, locale);
    // a drop-down list allows only one option
    const offered = choices.length > 0 && !holdsSeveralValues(field) ? { choices } : {};
    const width = kindOf(field).width / 7;
    return {
      column: {
        ...hinted(field.label[locale], columnHint(field, locale, { fields: resource.fields, actor }), width),
        ...offered,
      },
      choices,
    };
  });
  if (!holdsRows || isReferredToByTitle(resource)) return columns;
  const hint = textIn(texts.key, locale, { title: titleOf(resource, locale) });
  return [{ column: hinted(columnsOfEveryResource.id.label[locale], hint, 10), choices: [] }, ...columns];
}

/** The columns of a child list; the first names the parent row. */
function listColumns(
  { child, holder, above }: ChildListSheet,
  options: TemplateOptions,
  holdsRows: boolean,
): FormColumn[] {
  const { locale } = options;
  const { label } = parentColumnField(child);
  const sheet = (above?.title ?? holder.label)[locale];
  const hint = textIn(texts.of, locale, { sheet, title: titleOf(holder, locale) });
  const { [parentReferenceFieldOf(child)]: _above, ...fields } = child.fields;
  return [
    { column: hinted(label[locale], hint, 12), choices: [] },
    ...formColumns({ ...child, fields }, options, holdsRows),
  ];
}

const hinted = (label: string, hint: string, width: number): WrittenSheetColumn => ({
  label,
  hint,
  width: Math.round(Math.max(width, Math.min(textWidth(hint) + 2, 40))),
});

const titleOf = (resource: AnyResource, locale: Locale) => resource.fields[resource.title]?.label[locale] ?? '';

const choicesOf = (field: AnyField, locale: Locale): string[] =>
  (kindOf(field).choices?.(field.options) ?? []).map(([, word]) => word[locale]);
