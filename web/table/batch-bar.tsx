import { Button } from 'antd';
import { kindOf } from '#kernel/field.ts';
import type { AnyResource } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';
import { amountWords } from '#web/cell/code-words.ts';
import { speak } from '#web/i18n/locale.ts';
import { MoveButton } from '#web/lifecycle/move-button.tsx';
import { batchMoves, offerKey } from '#web/lifecycle/offered-moves.ts';
import type { Moves } from '#web/lifecycle/use-moves.tsx';
import { actsFor, type OfferedAct } from '#web/record/acts.ts';
import { isOffered, type WireRow } from '#web/resource/wire-row.ts';
import { sumColumn } from '#web/table/column-sum.ts';

const words = {
  selected: text('已选 {n} 条', '{n} selected'),
  clear: text('取消选择', 'Clear selection'),
  delete: text('删除', 'Delete'),
  edit: text('逐条编辑', 'Edit one by one'),
  label: text('批量操作', 'Batch actions'),
  sum: text('{label}合计 {sum}', '{label}: {sum}'),
};

export interface BatchBarProps {
  readonly resource: AnyResource;
  readonly rows: readonly WireRow[];
  /** Columns on screen: those that count are totalled. */
  readonly names: readonly string[];
  readonly moves: Moves;
  onAct(offered: OfferedAct): void;
  onEdit(rows: readonly WireRow[]): void;
  onDelete(rows: readonly WireRow[]): void;
  onClear(): void;
}

/** What can be done with the selected rows, and what they add up to. */
export function BatchBar({ resource, rows, names, moves, onAct, onEdit, onDelete, onClear }: BatchBarProps) {
  if (rows.length === 0) return null;
  const sums = names.flatMap((name) => {
    const field = resource.fields[name];
    if (!field || !kindOf(field).sums) return [];
    return [{ name, label: speak(field.label), sum: sumColumn(rows.map((row) => row[name])) }];
  });
  return (
    <div className="xj-batch-bar" role="toolbar" aria-label={speak(words.label)}>
      <strong>{speak(words.selected, { n: rows.length })}</strong>
      {batchMoves(resource, rows).map((one) => (
        <MoveButton key={offerKey(one)} offered={one} rows={rows} moves={moves} size="small" />
      ))}
      {actsFor(resource, rows).map((one) => (
        <Button key={one.name} size="small" onClick={() => onAct(one)}>
          {speak(one.act.label)}
        </Button>
      ))}
      {rows.every((row) => isOffered(resource, row, 'edit')) && (
        <Button size="small" onClick={() => onEdit(rows)}>
          {speak(words.edit)}
        </Button>
      )}
      {rows.every((row) => isOffered(resource, row, 'del')) && (
        <Button size="small" danger onClick={() => onDelete(rows)}>
          {speak(words.delete)}
        </Button>
      )}
      <Button size="small" type="text" onClick={onClear}>
        {speak(words.clear)}
      </Button>
      <span className="xj-batch-sums">
        {sums.map(({ name, label, sum }) => (
          <span key={name}>{speak(words.sum, { label, sum: amountWords(sum) })}</span>
        ))}
      </span>
    </div>
  );
}
