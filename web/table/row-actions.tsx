import { Button, Dropdown } from 'antd';
import type { AnyResource } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';
import { speak } from '#web/i18n/locale.ts';
import { offeredMoves } from '#web/lifecycle/offered-moves.ts';
import type { Moves } from '#web/lifecycle/use-moves.tsx';
import { isOffered, titleOf, type WireRow } from '#web/record/wire-row.ts';
import { DragHandle } from '#web/table/drag-handle.tsx';

const words = {
  edit: text('编辑', 'Edit'),
  delete: text('删除', 'Delete'),
  moves: text('办理', 'Act'),
  of: text('{action}：{title}', '{action}: {title}'),
};

export interface RowActionsProps {
  readonly resource: AnyResource;
  readonly row: WireRow;
  readonly moves: Moves;
  onEdit(row: WireRow): void;
  onDelete(row: WireRow): void;
}

/** What this caller may do with a row: edit, delete, and the moves the server offers. */
export function RowActions({ resource, row, moves, onEdit, onDelete }: RowActionsProps) {
  const offered = offeredMoves(resource, row);
  const title = titleOf(resource, row);
  const named = (action: string) => speak(words.of, { action, title });
  return (
    <span className="xj-row-actions">
      <DragHandle />
      {isOffered(resource, row, 'edit') && (
        <Button type="link" size="small" aria-label={named(speak(words.edit))} onClick={() => onEdit(row)}>
          {speak(words.edit)}
        </Button>
      )}
      {isOffered(resource, row, 'del') && (
        <Button type="link" size="small" danger aria-label={named(speak(words.delete))} onClick={() => onDelete(row)}>
          {speak(words.delete)}
        </Button>
      )}
      {offered.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: offered.map((one, index) => ({
              key: String(index),
              label: speak(one.label),
              danger: one.move.tone === 'danger',
            })),
            onClick: ({ key, domEvent }) => {
              domEvent.stopPropagation();
              const chosen = offered[Number(key)];
              if (chosen) moves.start(chosen, [row]);
            },
          }}
        >
          <Button type="link" size="small" aria-label={named(speak(words.moves))} aria-haspopup="menu">
            {speak(words.moves)} ▾
          </Button>
        </Dropdown>
      )}
    </span>
  );
}
