import { lazy, Suspense, useMemo } from 'react';
import type { AnyField } from '#kernel/declaration/field.ts';
import { isChildList, maxChildRowsOfList } from '#kernel/kind/linked/child-rows.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { type FieldInputProps, fitsInCell } from '#web/input/control/field-input-props.ts';
import { ChildRowErrorList } from '#web/input/rows/child-row-error-list.tsx';
import { ChildRowsGrid } from '#web/input/rows/child-rows-grid.tsx';
import { ChildRowsToolbar } from '#web/input/rows/child-rows-toolbar.tsx';
import { FieldsOfChildRow } from '#web/input/rows/fields-of-child-row.tsx';
import { useCurrentGridCellMovingToFirstError } from '#web/input/rows/use-current-grid-cell-moving-to-first-error.ts';
import { mayPerformOnChildRows } from '#web/resource/child-rows-calls.ts';
import { childResourceOf, childRowFields, childRowsIn } from '#web/resource/child-rows-in-form.ts';
import { useIsPhone } from '#web/theme/use-media-query.ts';
import type { CellPosition } from './copy-and-clear-cell-range.ts';
import { useChildRowCommands } from './use-child-row-commands-with-undo.ts';

import './rows.css';

const ChildRowCards = lazy(() => import('#web/input/rows/child-row-cards.tsx'));

const texts = {
  keys: text(
    '方向键移动，Shift+方向键多选，回车编辑，Alt+↑↓ 调整顺序，Ctrl+Z 撤销；可与电子表格互相复制、粘贴，带表头的按表头对应',
    'Arrow keys move, Shift+arrows select, Enter edits, Alt+↑↓ reorders, Ctrl+Z undoes; copy and paste to and from spreadsheets, matched by header where there is one',
  ),
  wrong: text('第 {n} 行 {label}：{message}', 'Row {n}, {label}: {message}'),
  unseen: text('无权查看这些行', 'You may not view these rows'),
};

const Nothing = () => null;

/** Whether a field has a column. A list within a row has one that shows its number of rows. */
const hasColumn = (field: AnyField): boolean => fitsInCell(field) || isChildList(field);

/** Rows of a field as a grid to type in, or as cards on a phone. Below the grid: the fields of the current row that have no column. */
export default function ChildRowsInput(props: FieldInputProps) {
  const { id, field, value, onChange, describedBy, errors = {}, sought, inside = Nothing } = props;
  const phone = useIsPhone();
  const child = childResourceOf(field);
  const rows = childRowsIn(value);
  const fields = useMemo(() => childRowFields(child, undefined), [child]);
  const columns = Object.entries(fields).filter(([, one]) => hasColumn(one));
  const { at, setChosen, goToCell } = useCurrentGridCellMovingToFirstError({
    id,
    columns,
    phone,
    ...(sought ? { sought } : {}),
    rowCount: rows.length,
    wrong: Object.keys(errors),
  });
  const most = maxChildRowsOfList(field);
  const disabled = props.disabled ?? false;
  const mayAdd = !disabled && mayPerformOnChildRows(child, 'add') && rows.length < most;
  const mayDelete = !disabled && mayPerformOnChildRows(child, 'del');
  const may = { disabled, mayAdd, mayDelete };
  const edits = useChildRowCommands({ ...may, id, rows, fields, columns, at, most, phone, setAt: setChosen, onChange });

  if (value === null && props.row && props.row[props.name] === null && !mayPerformOnChildRows(child, 'index'))
    return <p className="xj-rows-note">{translate(texts.unseen)}</p>;

  const row = rows[at.row];
  const shared = { disabled, fields, errors, id, inside, sought, of: child.name };
  const { put, undo, redo, add, insertBelow, remove, move, change, paste, notes } = edits;
  return (
    <fieldset className="xj-bare-fieldset xj-rows" aria-labelledby={`${id}-label`}>
      {phone ? (
        <Suspense>
          <ChildRowCards
            {...shared}
            rows={rows}
            onChange={change}
            onRemove={remove}
            onMove={move}
            mayDelete={mayDelete}
          />
        </Suspense>
      ) : (
        <ChildRowsGrid
          {...{ id, columns, rows, at, errors, describedBy, disabled, inside, of: child.name }}
          label={translate(field.label)}
          onPlace={setChosen}
          onRows={put}
          onPaste={paste}
          onUndo={undo}
          onRedo={redo}
          onAdd={add}
          onInsert={insertBelow}
          onDelete={() => remove(at.row)}
        />
      )}
      {!phone && <CellError {...{ at, columns, errors }} />}
      <ChildRowErrorList errors={errors} fields={fields} onGo={goToCell} />
      <ChildRowsToolbar
        {...may}
        of={child.name}
        rowCount={rows.length}
        row={!phone && row ? at.row : undefined}
        edits={edits}
      />
      <PasteNotes notes={notes} />
      {!phone && <p className="xj-rows-note">{translate(texts.keys)}</p>}
      {!phone && row && (
        <FieldsOfChildRow
          {...shared}
          row={row}
          place={at.row}
          fields={detailFields(fields)}
          onChange={(next) => change(at.row, next)}
        />
      )}
    </fieldset>
  );
}

interface CellErrorProps {
  readonly at: CellPosition;
  readonly columns: readonly (readonly [name: string, field: AnyField])[];
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

/** The error of the current cell. */
function CellError({ at, columns, errors }: CellErrorProps) {
  const column = columns[at.column];
  if (!column) return null;
  const [name, { label }] = column;
  const message = errors[`${at.row}.${name}`]?.[0];
  if (!message) return null;
  return (
    <p className="xj-form-field-error" role="status">
      {translate(texts.wrong, { n: at.row + 1, label: translate(label), message })}
    </p>
  );
}

/** What the last paste or file added, and what was left out. */
function PasteNotes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <ul className="xj-rows-read" role="status">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

/** Fields without room in a cell: lists within the row, long texts, files. */
const detailFields = (fields: Readonly<Record<string, AnyField>>): Readonly<Record<string, AnyField>> =>
  Object.fromEntries(Object.entries(fields).filter(([, one]) => isChildList(one) || !hasColumn(one)));
