import { useText } from '#web/i18n/locale.ts';
import type { RowsBehind } from './rows-behind.ts';
import { useWall } from './wall-context.ts';
import { grouped } from './wall-time.ts';
import { words } from './wall-words.ts';

interface FigureProps {
  rows: RowsBehind;
  className?: string;
  tone?: 'warning' | 'bad' | 'soft';
}

/** A number of the wall: it opens the rows behind it, and turns over when it changes. */
export function Figure({ rows, className = '', tone }: FigureProps) {
  const say = useText();
  const { openRows } = useWall();
  return (
    <button
      type="button"
      className={`wall-figure ${className}`}
      data-tone={tone}
      data-zero={rows.n === 0 ? '' : undefined}
      aria-label={say(words.rowsOf, { what: say(rows.title), n: grouped(rows.n), unit: say(rows.unit ?? words.row) })}
      onClick={() => openRows(rows)}
    >
      <span key={rows.n}>{grouped(rows.n)}</span>
    </button>
  );
}
