import { lazy, Suspense } from 'react';
import { text } from '#kernel/text/text.ts';
import type { ChildRowsCellProps } from '#web/cell/child-rows-cell-props.ts';
import { translate } from '#web/i18n/locale.ts';

const ChildRowsTable = lazy(() => import('#web/cell/child-rows-table.tsx'));

const texts = {
  rows: text('{n} 行', '{n} {n|row|rows}'),
  added: text('增加 {n} 行', '{n} {n|row|rows} added'),
  changed: text('修改 {n} 行', '{n} {n|row|rows} changed'),
  removed: text('删除 {n} 行', '{n} {n|row|rows} deleted'),
  moved: text('移动 {n} 行', '{n} {n|row|rows} moved'),
};

const counted = ['added', 'changed', 'removed', 'moved'] as const;

/**
 * Child rows: their number in a list, a table on a record, and in the timeline how many were added, changed, deleted
 * or moved.
 */
export function ChildRowsCountTableOrChangeSummary({
  name,
  field,
  row,
  roomy,
  inside,
}: ChildRowsCellProps & { roomy: boolean }) {
  const value = row[name];
  if (typeof value === 'number') return <span className="xj-amount">{value}</span>;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return changeText(value as RowsChange);
  if (roomy && (value === null || Array.isArray(value)))
    return (
      <Suspense>
        <ChildRowsTable name={name} field={field} row={row} inside={inside} />
      </Suspense>
    );
  return Array.isArray(value) ? translate(texts.rows, { n: value.length }) : null;
}

/** `{added: 1, within: {stops: {…}}}`, as the history has it. */
type RowsChange = { readonly [N in (typeof counted)[number]]?: number } & {
  readonly within?: Readonly<Record<string, RowsChange>>;
};

const changeText = (value: RowsChange): string => {
  const all = [value, ...Object.values(value.within ?? {})];
  return counted
    .flatMap((one) => {
      const n = all.reduce((sum, each) => sum + (each[one] ?? 0), 0);
      return n > 0 ? [translate(texts[one], { n })] : [];
    })
    .join(' · ');
};
