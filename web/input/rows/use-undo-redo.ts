import { useRef } from 'react';
import type { ChildRow } from '#web/resource/child-rows-in-form.ts';

type Rows = readonly ChildRow[];

/** Number of steps that can be undone. */
const most = 100;

export interface UndoRedo {
  /** Changes the rows; successive changes with the same name (typing into a cell) are one step. */
  put(rows: Rows, name?: string): void;
  undo(): void;
  redo(): void;
}

/** Undo and redo of changes to rows. A change from elsewhere ends the history. */
export function useUndoRedo(rows: Rows, onChange: (rows: Rows) => void): UndoRedo {
  const history = useRef({ rows, past: [] as Rows[], future: [] as Rows[], name: '' });
  if (history.current.rows !== rows) history.current = { rows, past: [], future: [], name: '' };
  const show = (next: Rows) => {
    history.current.rows = next;
    onChange(next);
  };
  return {
    put(next, name = '') {
      const steps = history.current;
      if (name === '' || name !== steps.name) steps.past = [...steps.past.slice(1 - most), steps.rows];
      steps.future = [];
      steps.name = name;
      show(next);
    },
    undo() {
      const { past, future, rows: now } = history.current;
      const last = past.pop();
      if (!last) return;
      future.push(now);
      history.current.name = '';
      show(last);
    },
    redo() {
      const { past, future, rows: now } = history.current;
      const next = future.pop();
      if (!next) return;
      past.push(now);
      history.current.name = '';
      show(next);
    },
  };
}
