import type { AnyResource } from '#kernel/declaration/resource.ts';
import { holdsFiles } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { isViewableInBrowser, type ViewableFile } from '#web/cell/file/viewable-files-of-record-context.ts';
import { CellValue, isEmptyValue } from '#web/cell/value-of-field-in-cell.tsx';
import { translate } from '#web/i18n/locale.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

import './record.css';

const texts = { none: text('没有上传文件', 'No files uploaded') };

/** Names of the file fields of a resource. */
export const fileFieldNames = (resource: AnyResource): string[] =>
  Object.keys(resource.fields).filter((name) => {
    const field = resource.fields[name];
    return field !== undefined && field.privacy !== 'hidden' && holdsFiles(field);
  });

/** The files of a record that a browser can display, in the order of their fields. */
export const viewableFiles = (resource: AnyResource, row: WireRow): ViewableFile[] =>
  fileFieldNames(resource).flatMap((name) => {
    const label = translate(resource.fields[name]?.label ?? resource.label);
    const value = row[name];
    const urls = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(',') : [];
    return urls.filter(isViewableInBrowser).map((url) => ({ url, label }));
  });

/** All files of a record. */
export function RecordFilesGallery({ resource, row }: { resource: AnyResource; row: WireRow }) {
  const names = fileFieldNames(resource).filter((name) => !isEmptyValue(row[name]));
  if (names.length === 0) return <p className="xj-record-none">{translate(texts.none)}</p>;
  return (
    <dl className="xj-record-files">
      {names.map((name) => {
        const field = resource.fields[name];
        return (
          field && (
            <div key={name}>
              <dt>{translate(field.label)}</dt>
              <dd>
                <CellValue name={name} field={field} row={row} roomy />
              </dd>
            </div>
          )
        );
      })}
    </dl>
  );
}
