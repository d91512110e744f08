import type { MenuProps } from 'antd';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { childListsOf } from '#kernel/resource/child-lists-of-resource.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { mayPerform } from '#web/resource/may-user-perform-action.ts';

const texts = {
  xlsx: text('导出 Excel（.xlsx）', 'Export Excel (.xlsx)'),
  csv: text('导出 CSV', 'Export CSV'),
  csvAlone: text('导出 CSV（不含{lists}）', 'Export CSV (without {lists})'),
  and: text('、', ', '),
  import: text('导入…', 'Import…'),
};

interface ExportMenuOptions {
  readonly resource: AnyResource;
  onExport(format: 'xlsx' | 'csv'): void;
  onImport(): void;
}

/** A CSV file has one sheet, so child rows are left out. */
function csvLabel(resource: AnyResource): string {
  const lists = childListsOf(resource).map(([, { label }]) => translate(label));
  return lists.length > 0
    ? translate(texts.csvAlone, { lists: lists.join(translate(texts.and)) })
    : translate(texts.csv);
}

/** The menu of export and import, with what this person may do. */
export const importExportMenu = ({ resource, onExport, onImport }: ExportMenuOptions): MenuProps => ({
  items: [
    ...(mayPerform(resource, 'export')
      ? [
          { key: 'xlsx', label: translate(texts.xlsx) },
          { key: 'csv', label: csvLabel(resource) },
        ]
      : []),
    ...(mayPerform(resource, 'import') ? [{ key: 'import', label: translate(texts.import) }] : []),
  ],
  onClick: ({ key }) => (key === 'import' ? onImport() : onExport(key === 'csv' ? 'csv' : 'xlsx')),
});
