import type { RowsBehindFigure } from '#kernel/module/rows-behind-wall-figure-as-list-filter.ts';
import { useText } from '#web/i18n/locale.ts';
import { formatFigureInOneLine, formatFigureParts } from '../feed/format-wall-figure.ts';
import { useWall } from '../feed/wall-context.ts';
import { wallScreenTexts } from '../feed/wall-screen-texts.ts';

interface FigureProps {
  rows: RowsBehindFigure;
  className?: string;
  tone?: 'warning' | 'bad' | 'soft';
}

/**
 * A number of the wall: it opens the rows behind it, and flips when it changes. A sum also shows its number of rows.
 */
export function FigureButton({ rows, className = '', tone }: FigureProps) {
  const t = useText();
  const { openRows } = useWall();
  const number = formatFigureParts(rows, t);
  // The unit of a sum says what is counted.
  const unit = number.rows === undefined ? t(rows.unit ?? wallScreenTexts.row, { n: rows.n }) : '';
  return (
    <button
      type="button"
      className={`wall-figure ${className}`}
      data-tone={tone}
      data-zero={rows.n === 0 ? '' : undefined}
      aria-label={t(wallScreenTexts.rowsOf, {
        what: t(rows.title),
        n: [formatFigureInOneLine(number), unit].filter(Boolean).join(' '),
      })}
      onClick={() => openRows(rows)}
    >
      {number.rows && <small data-part="rows">{number.rows}</small>}
      <span key={rows.n}>{number.n}</span>
      {number.unit && <small data-part="unit">{number.unit}</small>}
    </button>
  );
}
