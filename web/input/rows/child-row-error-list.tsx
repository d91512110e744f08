import type { Fields } from '#kernel/declaration/field.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';

const texts = {
  title: text('{n} 处需要更正', '{n} {n|item|items} {n|needs|need} correction'),
  one: text('第 {n} 行 {label}：{message}', 'Row {n}, {label}: {message}'),
  more: text('另有 {n} 处，更正以上各处后再看', '{n} more; correct the above first'),
};

/** Faults listed singly: with more of them the column is wrong. */
const maxShown = 50;

interface ChildRowErrorListProps {
  /** Errors by place within the list: `3.name`. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly fields: Fields;
  /** Goes to the cell. */
  onGo(row: number, name: string): void;
}

/** All faults of the rows, by row and column; each leads to its cell. */
export function ChildRowErrorList({ errors, fields, onGo }: ChildRowErrorListProps) {
  const faults = Object.entries(errors).flatMap(([place, [message]]) => {
    const [row = '', name = ''] = place.split('.');
    return message && /^\d+$/.test(row) ? [{ place, row: Number(row), name, message }] : [];
  });
  // a single fault is shown below the table
  if (faults.length < 2) return null;
  return (
    <details className="xj-rows-faults" open={faults.length <= 8}>
      <summary>{translate(texts.title, { n: faults.length })}</summary>
      <ul>
        {faults
          .toSorted((a, b) => a.row - b.row)
          .slice(0, maxShown)
          .map(({ place, row, name, message }) => (
            <li key={place}>
              <button type="button" onClick={() => onGo(row, name)}>
                {translate(texts.one, {
                  n: row + 1,
                  label: fields[name] ? translate(fields[name].label) : name,
                  message,
                })}
              </button>
            </li>
          ))}
      </ul>
      {faults.length > maxShown && <p>{translate(texts.more, { n: faults.length - maxShown })}</p>}
    </details>
  );
}
