import { type RefObject, useLayoutEffect, useRef } from 'react';

interface TypedCellProps {
  readonly at: RefObject<HTMLInputElement | null>;
  readonly label: string;
  /** Id of the grid, and of its current cell. */
  readonly grid: string;
  readonly cell: string | undefined;
  readonly disabled: boolean;
  /** Called with typed text; a word of an input method comes whole, once it is chosen. */
  onTyped(text: string): void;
}

/**
 * A hidden input over the current cell, which has the focus while the cell is not edited. Only an input gets an input
 * method: on a plain table the first letter of a Chinese word would be lost. It becomes visible while a word is
 * composed.
 */
export function ImeCaptureInput({ at, label, grid, cell, disabled, onTyped }: TypedCellProps) {
  const composing = useRef(false);
  useLayoutEffect(() => {
    const input = at.current;
    const chosen = cell === undefined ? null : document.getElementById(cell);
    const table = document.getElementById(grid);
    if (!input || !table || (cell !== undefined && !chosen)) return;
    // over the head of an empty list: where it stood otherwise, below the table, focusing it would scroll the head away
    input.style.left = `${table.offsetLeft + (chosen?.offsetLeft ?? 0)}px`;
    input.style.top = `${table.offsetTop + (chosen?.offsetTop ?? 0)}px`;
    input.style.width = `${(chosen ?? table).offsetWidth}px`;
    input.style.height = `${(chosen ?? table).offsetHeight}px`;
  });
  const take = (input: HTMLInputElement) => {
    const text = input.value;
    input.value = '';
    if (text !== '') onTyped(text);
  };
  const compose = (input: HTMLInputElement, now: boolean) => {
    composing.current = now;
    input.toggleAttribute('data-composing', now);
  };
  return (
    <input
      ref={at}
      className="xj-rows-typed"
      role="combobox"
      aria-label={label}
      aria-haspopup="grid"
      aria-expanded
      aria-controls={grid}
      aria-activedescendant={cell}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      readOnly={disabled}
      onCompositionStart={(event) => compose(event.currentTarget, true)}
      onCompositionEnd={(event) => {
        compose(event.currentTarget, false);
        take(event.currentTarget);
      }}
      onInput={(event) => {
        if (!composing.current) take(event.currentTarget);
      }}
    />
  );
}
