/** Undo and redo of an immutable value. */
export interface UndoHistory<T> {
  readonly past: readonly T[];
  readonly now: T;
  readonly future: readonly T[];
  /** Name of the last step; consecutive steps of one name, such as typing, are one. */
  readonly name: string;
}

/** Most steps kept for undo. */
const most = 200;

export const beginHistory = <T>(now: T): UndoHistory<T> => ({ past: [], now, future: [], name: '' });

/** Adds a step and clears redo. */
export function addStep<T>(history: UndoHistory<T>, now: T, name = ''): UndoHistory<T> {
  if (now === history.now) return history;
  const isSame = name !== '' && name === history.name && history.past.length > 0;
  const past = isSame ? history.past : [...history.past.slice(1 - most), history.now];
  return { past, now, future: [], name };
}

export function undo<T>(history: UndoHistory<T>): UndoHistory<T> {
  const { past, now, future } = history;
  if (past.length === 0) return history;
  return { past: past.slice(0, -1), now: past.at(-1) as T, future: [now, ...future], name: '' };
}

export function redo<T>(history: UndoHistory<T>): UndoHistory<T> {
  const { past, now, future } = history;
  if (future.length === 0) return history;
  return { past: [...past, now], now: future[0] as T, future: future.slice(1), name: '' };
}
