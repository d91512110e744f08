import { Button } from 'antd';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { ImportChildRowsFromFile } from '#web/input/rows/import-child-rows-from-file.tsx';
import type { ChildRowCommands } from './use-child-row-commands-with-undo.ts';

const texts = {
  add: text('增加一行', 'Add row'),
  copy: text('复制此行', 'Duplicate row'),
  remove: text('删除此行', 'Delete row'),
  up: text('上移', 'Move up'),
  down: text('下移', 'Move down'),
  count: text('共 {n} 行', '{n} {n|row|rows} in total'),
};

interface RowsToolbarProps {
  /** Name of the resource of the rows. */
  readonly of: string;
  readonly rowCount: number;
  /** The row its buttons change; undefined: buttons that change one row are left out. */
  readonly row: number | undefined;
  readonly edits: ChildRowCommands;
  readonly disabled: boolean;
  readonly mayAdd: boolean;
  readonly mayDelete: boolean;
}

/** Buttons below a list of rows: add, read a file, and copy, move or delete the current row. */
export function ChildRowsToolbar({ of, rowCount, row, edits, disabled, mayAdd, mayDelete }: RowsToolbarProps) {
  const { add, copy, move, remove, paste } = edits;
  return (
    <div className="xj-rows-tools">
      <Button size="small" disabled={!mayAdd} onClick={add}>
        + {translate(texts.add)}
      </Button>
      <ImportChildRowsFromFile
        disabled={!mayAdd}
        of={of}
        onCells={(cells, passed) => paste({ row: rowCount, column: 0 }, cells, passed)}
      />
      {row !== undefined && (
        <>
          <Button size="small" disabled={!mayAdd} onClick={() => copy(row)}>
            {translate(texts.copy)}
          </Button>
          <Button size="small" disabled={disabled || row === 0} onClick={() => move(row, row - 1)}>
            {translate(texts.up)}
          </Button>
          <Button size="small" disabled={disabled || row === rowCount - 1} onClick={() => move(row, row + 1)}>
            {translate(texts.down)}
          </Button>
          <Button size="small" danger disabled={!mayDelete} onClick={() => remove(row)}>
            {translate(texts.remove)}
          </Button>
        </>
      )}
      <span className="xj-rows-count">{translate(texts.count, { n: rowCount })}</span>
    </div>
  );
}
