import { Button } from 'antd';
import { useContext, useRef, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { isCancelled, post } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import { BlockSubmitWhilePendingContext } from '#web/input/upload/block-submit-while-pending-context.ts';
import type { SkippedWorkbookSheet } from '#web/resource/resource-calls.ts';
import { areaPaths } from '#web/session/admin-or-member-area.ts';

const texts = {
  choose: text('从文件读入', 'Read from file'),
  what: text('.xlsx 或 .csv，按表头对应各栏', '.xlsx or .csv; columns are matched by header'),
};

interface CellsAnswer {
  cells: string[][];
  passed_sheets?: SkippedWorkbookSheet[];
}

interface RowsFromFileProps {
  readonly disabled: boolean;
  /** Name of the resource of the rows: its columns decide which sheet is read. */
  readonly of: string;
  /** Called with the cells of the sheet, and the sheets that were not read. */
  onCells(cells: string[][], passed: readonly SkippedWorkbookSheet[]): void;
}

/** Fills child rows from a file: the server reads it, and its cells are pasted. */
export function ImportChildRowsFromFile({ disabled, of, onCells }: RowsFromFileProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const [reading, setReading] = useState(false);
  const hold = useContext(BlockSubmitWhilePendingContext);
  const latest = useRef(onCells);
  latest.current = onCells;
  const read = async (file: File | undefined) => {
    if (!file) return;
    setReading(true);
    // the form waits while the file is read
    const done = hold?.();
    try {
      const body = new FormData();
      body.append('resource', of);
      body.append('file', file);
      const { cells, passed_sheets: passed = [] } = await post<CellsAnswer>(
        `/${areaPaths().app}/ajax/readCells`,
        body,
        {
          timeout: 60_000,
        },
      );
      latest.current(cells, passed);
    } catch (error) {
      // the HTTP client has shown the error
      if (!isCancelled(error)) return;
    } finally {
      done?.();
      setReading(false);
      if (chooser.current) chooser.current.value = '';
    }
  };
  return (
    <>
      <input
        ref={chooser}
        type="file"
        accept=".xlsx,.csv,.xls"
        hidden
        tabIndex={-1}
        onChange={({ target }) => void read(target.files?.[0])}
      />
      <Button
        size="small"
        disabled={disabled}
        loading={reading}
        title={translate(texts.what)}
        onClick={() => chooser.current?.click()}
      >
        {translate(texts.choose)}
      </Button>
    </>
  );
}
