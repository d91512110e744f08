import { Button } from 'antd';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { AnyField } from '#kernel/declaration/field.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import type { FieldInputProps } from '#web/input/control/field-input-props.ts';
import { FieldsOfChildRow } from '#web/input/rows/fields-of-child-row.tsx';
import type { ChildRow } from '#web/resource/child-rows-in-form.ts';
import { childRowKey } from './add-copy-and-reorder-child-rows.ts';

const texts = {
  up: text('上移第 {n} 行', 'Move row {n} up'),
  down: text('下移第 {n} 行', 'Move row {n} down'),
  remove: text('删除第 {n} 行', 'Delete row {n}'),
  more: text('再显示 {n} 行', 'Show {n} more'),
};

/** Cards drawn at first: each has inputs of its own. */
const step = 20;

interface RowCardsProps {
  readonly id: string;
  readonly rows: readonly ChildRow[];
  readonly fields: Readonly<Record<string, AnyField>>;
  readonly disabled: boolean;
  readonly mayDelete: boolean;
  readonly inside: ComponentType<FieldInputProps>;
  readonly of: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly sought?: FieldInputProps['sought'] | undefined;
  onChange(place: number, row: ChildRow): void;
  onRemove(place: number): void;
  onMove(place: number, to: number): void;
}

/** Rows as cards, for a narrow screen. */
export default function ChildRowCards({ rows, mayDelete, onChange, onRemove, onMove, ...shared }: RowCardsProps) {
  const [shown, setShown] = useState(step);
  const wrong = Math.max(-1, ...Object.keys(shared.errors).map((at) => Number(at.split('.')[0])));
  const sought = shared.sought ? Number(shared.sought.at.split('.')[0]) : -1;
  // an added row is the last, and has to be drawn to type in it
  const added = useRef(rows.length);
  const grown = rows.length > added.current;
  useEffect(() => {
    added.current = rows.length;
    if (grown) setShown((now) => Math.max(now, rows.length));
  }, [rows.length, grown]);
  const until = Math.min(rows.length, Math.max(shown, wrong + 1, sought + 1, grown ? rows.length : 0));
  return (
    <ol className="xj-rows-cards">
      {rows.slice(0, until).map((row, place) => {
        const n = place + 1;
        return (
          <li key={childRowKey(row)}>
            <FieldsOfChildRow {...shared} row={row} place={place} onChange={(next) => onChange(place, next)} />
            <div className="xj-rows-tools">
              <Button
                size="small"
                aria-label={translate(texts.up, { n })}
                disabled={shared.disabled || place === 0}
                onClick={() => onMove(place, place - 1)}
              >
                ↑
              </Button>
              <Button
                size="small"
                aria-label={translate(texts.down, { n })}
                disabled={shared.disabled || n === rows.length}
                onClick={() => onMove(place, n)}
              >
                ↓
              </Button>
              <Button size="small" danger disabled={!mayDelete} onClick={() => onRemove(place)}>
                {translate(texts.remove, { n })}
              </Button>
            </div>
          </li>
        );
      })}
      {until < rows.length && (
        <li>
          <Button block onClick={() => setShown(until + step)}>
            {translate(texts.more, { n: Math.min(step, rows.length - until) })}
          </Button>
        </li>
      )}
    </ol>
  );
}
