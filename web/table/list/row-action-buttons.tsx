import type { AnyResource } from '#kernel/declaration/resource.ts';
import { amendmentRulesInState } from '#kernel/lifecycle/fields-opened-by-amendment-rules.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { offeredMoves } from '#web/lifecycle/move/moves-offered-to-user.ts';
import type { MoveRunner } from '#web/lifecycle/move/use-run-move-at-once-with-undo-or-by-dialog.tsx';
import { editLabel, isActionOffered, titleOf, type WireRow } from '#web/resource/wire-row.ts';
import { DragHandle } from '#web/table/list/drag-handle.tsx';
import { rowActionLabels } from '#web/table/list/row-actions-column-width.ts';
import { LazyDropdown } from '#web/table/popup/lazy-popup-buttons.tsx';

import './row-actions.css';

const texts = {
  delete: text('删除', 'Delete'),
  more: text('更多', 'More'),
  of: text('{action}：{title}', '{action}: {title}'),
};

interface RowActionsProps {
  readonly resource: AnyResource;
  readonly row: WireRow;
  readonly moves: MoveRunner;
  onEdit(row: WireRow): void;
  onDelete(row: WireRow): void;
}

/**
 * Actions of a row: edit, the moves the server offers, and a menu with rarer ones. Plain buttons, as a page has
 * dozens of them (see lazy-popup-buttons.tsx).
 */
export function RowActionButtons({ resource, row, moves, onEdit, onDelete }: RowActionsProps) {
  const offered = offeredMoves(resource, row);
  const title = titleOf(resource, row);
  const named = (action: string) => translate(texts.of, { action, title });
  return (
    <span className="xj-row-actions">
      <DragHandle />
      {isActionOffered(resource, row, 'edit') && (
        <button
          type="button"
          className="xj-row-action"
          aria-label={named(translate(editLabel(resource, row, rowActionLabels.edit)))}
          onClick={() => onEdit(row)}
        >
          {translate(amendmentRulesInState(resource, row.status) ? rowActionLabels.amend : rowActionLabels.edit)}
        </button>
      )}
      {offered.length > 0 && (
        <LazyDropdown
          menu={{
            items: offered.map((one, index) => ({
              key: String(index),
              label: translate(one.label),
              danger: one.move.tone === 'danger',
            })),
            onClick: ({ key, domEvent }) => {
              domEvent.stopPropagation();
              const chosen = offered[Number(key)];
              if (chosen) moves.start(chosen, [row]);
            },
          }}
        >
          <button
            type="button"
            className="xj-row-action"
            aria-label={named(translate(rowActionLabels.moves))}
            aria-haspopup="menu"
          >
            {translate(rowActionLabels.moves)} ▾
          </button>
        </LazyDropdown>
      )}
      {isActionOffered(resource, row, 'del') && (
        <LazyDropdown
          menu={{
            items: [{ key: 'del', label: translate(texts.delete), danger: true }],
            onClick: ({ domEvent }) => {
              domEvent.stopPropagation();
              onDelete(row);
            },
          }}
        >
          <button
            type="button"
            className="xj-row-action"
            aria-label={named(translate(texts.more))}
            aria-haspopup="menu"
          >
            {/* drawn: as letters, three dots take the width of three Chinese characters in some fonts */}
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
              <circle cx="3" cy="8" r="1.5" />
              <circle cx="8" cy="8" r="1.5" />
              <circle cx="13" cy="8" r="1.5" />
            </svg>
          </button>
        </LazyDropdown>
      )}
    </span>
  );
}
