import type { AnyResource } from '#kernel/declaration/resource.ts';
import { fieldOf } from '#kernel/list/list-query-in-url.ts';
import { CellValue, isBlankCell } from '#web/cell/value-of-field-in-cell.tsx';
import { translate } from '#web/i18n/locale.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

/**
 * Whether a field of a row shows something: a value, or the meaning of an empty one, such as a document that never
 * expires.
 */
export function hasValueToShow(resource: AnyResource, row: WireRow, name: string): boolean {
  const field = fieldOf(resource, name);
  return field !== undefined && !isBlankCell(field, row[name]);
}

/** Labelled fields of a card. */
export function CardFields({
  resource,
  row,
  names,
}: {
  resource: AnyResource;
  row: WireRow;
  names: readonly string[];
}) {
  return names.map((name) => {
    const field = fieldOf(resource, name);
    return (
      field && (
        <div key={name} className="xj-board-field">
          <span>{translate(field.label)}</span> <CellValue name={name} field={field} row={row} />
        </div>
      )
    );
  });
}
