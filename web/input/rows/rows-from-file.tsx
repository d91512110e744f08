import { Button } from 'antd';
import { useContext, useRef, useState } from 'react';
import { text } from '#kernel/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { isCancelled, post } from '#web/http/client.ts';
import { speak } from '#web/i18n/locale.ts';
import { UnderWay } from '#web/input/under-way.ts';
import { sideOf } from '#web/session/area.ts';

const words = {
  choose: text('从文件读入', 'From a file'),
  what: text('.xlsx 或 .csv，第一行为列名', '.xlsx or .csv whose first line names the columns'),
  read: text('已读入 {n} 行，请核对后保存', '{n} rows were read: check them, then save'),
};

interface RowsFromFileProps {
  readonly disabled: boolean;
  /** Takes the cells of the sheet, the line of its headers first. */
  onCells(cells: string[][]): void;
}

/** Fills a list from a sheet somebody has: read by the server, and put in as what is pasted is. */
export function RowsFromFile({ disabled, onCells }: RowsFromFileProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const [reading, setReading] = useState(false);
  const hold = useContext(UnderWay);
  const latest = useRef(onCells);
  latest.current = onCells;
  const read = async (file: File | undefined) => {
    if (!file) return;
    setReading(true);
    // a form waits for what is still being read
    const done = hold?.();
    try {
      const body = new FormData();
      body.append('file', file);
      const { cells } = await post<{ cells: string[][] }>(`/${sideOf().app}/ajax/readCells`, body, { timeout: 60_000 });
      latest.current(cells);
      toast.info(speak(words.read, { n: Math.max(0, cells.length - 1) }));
    } catch (error) {
      // the client has told what is wrong with the file
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
        accept=".xlsx,.csv"
        hidden
        tabIndex={-1}
        onChange={({ target }) => void read(target.files?.[0])}
      />
      <Button
        size="small"
        disabled={disabled}
        loading={reading}
        title={speak(words.what)}
        onClick={() => chooser.current?.click()}
      >
        {speak(words.choose)}
      </Button>
    </>
  );
}
