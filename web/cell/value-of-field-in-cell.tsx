import type { ReactNode } from 'react';
import type { AnyField } from '#kernel/declaration/field.ts';
import { type AnyKind, kindOf } from '#kernel/field/field.ts';
import { isChildList } from '#kernel/kind/linked/child-rows.ts';
import { text } from '#kernel/text/text.ts';
import { cellRenderers } from '#web/cell/cell-renderers.tsx';
import { LinkToAggregatedRows } from '#web/cell/link-to-aggregated-rows.tsx';
import { translate } from '#web/i18n/locale.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { ChildRowsCountTableOrChangeSummary } from './child-rows-count-table-or-change-summary.tsx';

import './style/cell.css';

const texts = { none: text('无', 'None') };

/** An empty value: a dash, and a word for screen readers. */
function NoValue() {
  return (
    <span className="xj-none">
      <span aria-hidden="true">—</span>
      <span className="xj-visually-hidden">{translate(texts.none)}</span>
    </span>
  );
}

export const isEmptyValue = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** The text of an empty value, where the kind of the field gives it a meaning; else undefined. */
export const textOfUnsetValue = (field: AnyField): string | undefined => {
  const unset = kindOf(field).unset?.(field.options);
  return unset && translate(unset);
};

/** Whether a cell stays blank: no value, and no text for an empty one. */
export const isBlankCell = (field: AnyField, value: unknown): boolean =>
  isEmptyValue(value) && (value !== null || textOfUnsetValue(field) === undefined);

/** On the wire, 0 or 'none' stands for a missing moment or row, as BuildAdmin clients expect. */
const isUnset = ({ comparison, cell }: AnyKind, value: unknown): boolean =>
  (comparison === 'moment' && (value === 0 || value === 'none')) || (cell === 'reference' && value === 0);

interface CellProps {
  readonly name: string;
  readonly field: AnyField;
  readonly row: WireRow;
  /** On a record there is room: lines break, pictures are large. */
  readonly roomy?: boolean;
}

/** The same field without the aggregate that links to other rows. */
const plain = ({ from: _from, ...field }: AnyField): AnyField => field;

/** Shows the value of a field with the cell of its kind. */
export function CellValue({ name, field, row, roomy = false }: CellProps): ReactNode {
  const value = row[name];
  const kind = kindOf(field);
  if (isChildList(field) && (roomy || !isEmptyValue(value)))
    return <ChildRowsCountTableOrChangeSummary name={name} field={field} row={row} roomy={roomy} inside={CellValue} />;
  if (value === null && textOfUnsetValue(field) !== undefined) return textOfUnsetValue(field);
  if (isEmptyValue(value) || value === kind.none || isUnset(kind, value)) return <NoValue />;
  if (field.from && field.from.how !== 'latest' && Number(value) !== 0)
    return (
      <LinkToAggregatedRows from={field.from} id={row.id}>
        <CellValue name={name} field={plain(field)} row={row} roomy={roomy} />
      </LinkToAggregatedRows>
    );
  const Cell = cellRenderers[kind.cell];
  return <Cell name={name} field={field} row={row} value={value} roomy={roomy} />;
}
