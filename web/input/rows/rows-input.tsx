import { Button } from 'antd';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { AnyField } from '#kernel/declaration/field.ts';
import { isList, maxRowsOfList } from '#kernel/kind/linked/rows.ts';
import { text } from '#kernel/text/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { translate } from '#web/i18n/locale.ts';
import { fitsInCell, type InputProps } from '#web/input/input-props.ts';
import type { Place } from '#web/input/rows/cell-range.ts';
import { pasteCells } from '#web/input/rows/paste-cells.ts';
import { RowDetail } from '#web/input/rows/row-detail.tsx';
import { RowFaults } from '#web/input/rows/row-faults.tsx';
import { copyRow, moveRow, newRow } from '#web/input/rows/row-values.ts';
import { RowsFromFile } from '#web/input/rows/rows-from-file.tsx';
import { RowsGrid } from '#web/input/rows/rows-grid.tsx';
import { skippedSheetsText } from '#web/input/rows/skipped-sheets.ts';
import { useSteps } from '#web/input/rows/use-steps.ts';
import { mayWithRows } from '#web/resource/list-calls.ts';
import { childOf, type ListRow, rowFields, rowsIn } from '#web/resource/list-rows.ts';
import type { PassedSheet } from '#web/resource/resource-calls.ts';
import { useIsPhone } from '#web/theme/use-media.ts';

import './rows.css';

const RowCards = lazy(() => import('#web/input/rows/row-cards.tsx'));

const texts = {
  add: text('增加一行', 'Add row'),
  copy: text('复制此行', 'Duplicate row'),
  remove: text('删除此行', 'Delete row'),
  up: text('上移', 'Move up'),
  down: text('下移', 'Move down'),
  removed: text('已删除第 {n} 行', 'Row {n} deleted'),
  read: text('已读入 {n} 行，请核对后保存', '{n} {n|row|rows} read. Check them before saving'),
  cut: text('最多 {max} 行，有 {n} 行没有放入', 'At most {max} {max|row|rows}; {n} {n|row|rows} {n|was|were} left out'),
  left: text('没有对应栏、未填入的列：{list}', 'Columns without a match were not filled in: {list}'),
  skipped: text(
    '标题、合计、备注等 {n} 行不是名单内容，已略去',
    '{n} {n|row|rows} with titles, totals or notes {n|was|were} skipped',
  ),
  passed: text('没有读入的工作表：{list}', 'Sheets not read: {list}'),
  and: text('、', ', '),
  between: text('；', '; '),
  count: text('共 {n} 行', '{n} {n|row|rows} in total'),
  keys: text(
    '方向键移动，Shift+方向键多选，回车编辑，Alt+↑↓ 调整顺序，Ctrl+Z 撤销；可与电子表格互相复制、粘贴，带表头的按表头对应',
    'Arrow keys move, Shift+arrows select, Enter edits, Alt+↑↓ reorders, Ctrl+Z undoes; copy and paste to and from spreadsheets, matched by header where there is one',
  ),
  wrong: text('第 {n} 行 {label}：{message}', 'Row {n}, {label}: {message}'),
  unseen: text('无权查看这些行', 'You may not view these rows'),
};

const Nothing = () => null;

/** Whether it has a column; the inputs of others stand below the table, for the row that is chosen. A list is told by its number. */
const hasColumn = (field: AnyField): boolean => fitsInCell(field) || isList(field);

/** A list of rows of another resource: a table to type in, cards on a phone, and what is within a row below it. */
export default function RowsInput(props: InputProps) {
  const { id, field, value, onChange, describedBy, errors = {}, sought, inside = Nothing } = props;
  const phone = useIsPhone();
  const child = childOf(field);
  const rows = rowsIn(value);
  const [chosen, setChosen] = useState<Place>({ row: 0, column: 0 });
  // what was read or pasted last, and what of it was left out: it stays, for there is something to look up
  const [notes, setNotes] = useState<readonly string[]>([]);
  const { put, undo, redo } = useSteps(rows, onChange);
  const latest = useRef({ rows, put });
  latest.current = { rows, put };
  const at = { row: Math.min(chosen.row, Math.max(0, rows.length - 1)), column: chosen.column };
  const fields = useMemo(() => rowFields(child, undefined), [child]);
  const columns = Object.entries(fields).filter(([, one]) => hasColumn(one));
  const most = maxRowsOfList(field);
  const disabled = props.disabled ?? false;
  const mayAdd = !disabled && mayWithRows(child, 'add') && rows.length < most;
  const mayDelete = !disabled && mayWithRows(child, 'del');
  const wrong = Object.keys(errors);

  // the first row that something is wrong with comes into sight
  const firstWrong = wrong[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another place is wrong
  useEffect(() => {
    const [row = '', name = ''] = firstWrong?.split('.') ?? [];
    const column = columns.findIndex(([each]) => each === name);
    if (firstWrong !== undefined) setChosen({ row: Number(row), column: Math.max(0, column) });
  }, [firstWrong]);

  // where somebody wants to go from a list of what is missing; what lies within a row goes on from there itself
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when somebody wants to go elsewhere
  useEffect(() => {
    if (!sought) return undefined;
    const [row = '', name = '', ...within] = sought.at.split('.');
    const column = columns.findIndex(([each]) => each === name);
    setChosen({ row: Number(row), column: Math.max(0, column) });
    if (within.length > 0) return undefined;
    return onceDrawn(phone || column < 0 ? `${id}-${row}-${name}` : id);
  }, [sought]);

  if (value === null && props.row && props.row[props.name] === null && !mayWithRows(child, 'index'))
    return <p className="xj-rows-note">{translate(texts.unseen)}</p>;

  const insert = (row: ListRow, place: number) => {
    put([...rows.slice(0, place), row, ...rows.slice(place)]);
    setChosen({ row: place, column: 0 });
  };
  const add = () => {
    if (!mayAdd) return;
    insert(newRow(fields), rows.length);
    // whoever adds a row wants to type into it, and Enter would add the next
    onceDrawn(phone ? `${id}-${rows.length}-${Object.keys(fields)[0]}` : id);
  };
  const insertBelow = () => mayAdd && insert(newRow(fields), Math.min(at.row + 1, rows.length));
  const copy = (place: number) => {
    const row = rows[place];
    if (row && mayAdd) insert(copyRow(row, fields), place + 1);
  };
  const remove = (place: number) => {
    const row = rows[place];
    if (!row || !mayDelete) return;
    const left = rows.filter((one) => one !== row);
    put(left);
    // what was typed since stays: the row alone comes back
    toast.undo(translate(texts.removed, { n: place + 1 }), () =>
      latest.current.put([...latest.current.rows.slice(0, place), row, ...latest.current.rows.slice(place)]),
    );
  };
  const move = (place: number, to: number) => {
    if (disabled || to < 0 || to >= rows.length) return;
    put(moveRow(rows, place, to));
    setChosen({ ...at, row: to });
  };
  const paste = (from: Place, cells: string[][], passed?: readonly PassedSheet[]) => {
    const make = () => newRow(fields);
    const pasted = pasteCells(rows, columns, from, cells, { most: mayAdd ? most : rows.length, make });
    put(pasted.rows);
    setNotes([
      ...(passed ? [translate(texts.read, { n: pasted.filled })] : []),
      ...(pasted.skipped > 0 ? [translate(texts.skipped, { n: pasted.skipped })] : []),
      ...(pasted.left.length > 0 ? [translate(texts.left, { list: pasted.left.join(translate(texts.and)) })] : []),
      ...(pasted.cut > 0 ? [translate(texts.cut, { max: most, n: pasted.cut })] : []),
      ...(passed?.length
        ? [translate(texts.passed, { list: passed.map(skippedSheetsText).join(translate(texts.between)) })]
        : []),
    ]);
  };
  const row = rows[at.row];
  const shared = { disabled, fields, errors, id, inside, sought, of: child.name };
  const change = (place: number, next: ListRow) =>
    put(
      rows.map((one, n) => (n === place ? next : one)),
      `row ${place}`,
    );
  const [here] = columns[at.column] ?? [];
  const wrongHere = errors[`${at.row}.${here}`]?.[0];
  const label = translate(field.label);
  return (
    <fieldset className="xj-bare-fieldset xj-rows" aria-labelledby={`${id}-label`}>
      {phone ? (
        <Suspense>
          <RowCards {...shared} rows={rows} onChange={change} onRemove={remove} onMove={move} mayDelete={mayDelete} />
        </Suspense>
      ) : (
        <RowsGrid
          {...{ id, label, columns, rows, at, errors, describedBy, disabled, inside, of: child.name }}
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
      {!phone && wrongHere && here && (
        <p className="xj-form-field-error" role="status">
          {translate(texts.wrong, {
            n: at.row + 1,
            label: translate(fields[here]?.label ?? field.label),
            message: wrongHere,
          })}
        </p>
      )}
      <RowFaults
        errors={errors}
        fields={fields}
        onGo={(to, name) => {
          const column = Math.max(
            0,
            columns.findIndex(([each]) => each === name),
          );
          setChosen({ row: to, column });
          document.getElementById(id)?.focus();
        }}
      />
      <div className="xj-rows-tools">
        <Button size="small" disabled={!mayAdd} onClick={add}>
          + {translate(texts.add)}
        </Button>
        <RowsFromFile
          disabled={!mayAdd}
          of={child.name}
          onCells={(cells, passed) => paste({ row: rows.length, column: 0 }, cells, passed)}
        />
        {!phone && row && (
          <>
            <Button size="small" disabled={!mayAdd} onClick={() => copy(at.row)}>
              {translate(texts.copy)}
            </Button>
            <Button size="small" disabled={disabled || at.row === 0} onClick={() => move(at.row, at.row - 1)}>
              {translate(texts.up)}
            </Button>
            <Button
              size="small"
              disabled={disabled || at.row === rows.length - 1}
              onClick={() => move(at.row, at.row + 1)}
            >
              {translate(texts.down)}
            </Button>
            <Button size="small" danger disabled={!mayDelete} onClick={() => remove(at.row)}>
              {translate(texts.remove)}
            </Button>
          </>
        )}
        <span className="xj-rows-count">{translate(texts.count, { n: rows.length })}</span>
      </div>
      {notes.length > 0 && (
        <ul className="xj-rows-read" role="status">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {!phone && <p className="xj-rows-note">{translate(texts.keys)}</p>}
      {!phone && row && (
        <RowDetail
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

/** Puts the keyboard on an element of the next drawing, and it into view. */
function onceDrawn(id: string): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      const element = document.getElementById(id);
      element?.scrollIntoView({ block: 'nearest' });
      element?.focus({ preventScroll: true });
    });
  });
  return () => cancelAnimationFrame(frame);
}

/** What of a row has no room in a cell: lists within it, long texts, files. */
const detailFields = (fields: Readonly<Record<string, AnyField>>): Readonly<Record<string, AnyField>> =>
  Object.fromEntries(Object.entries(fields).filter(([, one]) => isList(one) || !hasColumn(one)));
