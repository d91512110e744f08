import { type RefObject, useLayoutEffect, useRef } from 'react';

interface TypedCellProps {
  readonly at: RefObject<HTMLInputElement | null>;
  readonly label: string;
  /** The table it stands in for, and the cell of it one is at. */
  readonly grid: string;
  readonly cell: string | undefined;
  readonly disabled: boolean;
  /** What was typed on the cell, as a whole: words of an input method once they are chosen. */
  onTyped(text: string): void;
}

/**
 * What has the keyboard while a cell is chosen and not yet typed in: an input, as only these are offered an input method.
 * A plain table would take the first letter of a Chinese word for itself. It lies unseen over the cell, and is seen
 * while a word is being put together.
 */
export function CellKeyboardInput({ at, label, grid, cell, disabled, onTyped }: TypedCellProps) {
  const composing = useRef(false);
  useLayoutEffect(() => {
    const input = at.current;
    const chosen = cell === undefined ? null : document.getElementById(cell);
    const table = document.getElementById(grid);
    if (!input || !chosen || !table) return;
    input.style.left = `${table.offsetLeft + chosen.offsetLeft}px`;
    input.style.top = `${table.offsetTop + chosen.offsetTop}px`;
    input.style.width = `${chosen.offsetWidth}px`;
    input.style.height = `${chosen.offsetHeight}px`;
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
