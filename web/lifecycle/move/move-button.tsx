import { Button } from 'antd';
import { translate } from '#web/i18n/locale.ts';
import type { MoveRunner } from '#web/lifecycle/move/use-run-move-at-once-with-undo-or-by-dialog.tsx';
import type { WireRow } from '#web/resource/wire-row.ts';
import { type OfferedMove, offeredMoveTone } from './moves-offered-to-user.ts';

interface MoveButtonProps {
  readonly offered: OfferedMove;
  readonly rows: readonly WireRow[];
  readonly moves: MoveRunner;
  readonly size?: 'small' | 'middle';
  /** Shortcut of the button (web/tab/command-palette-and-shortcut-action-registry.ts), shown on it. */
  readonly keys?: string;
}

/** A button that makes a move the server offers. */
export function MoveButton({ offered, rows, moves, size = 'middle', keys }: MoveButtonProps) {
  const tone = offeredMoveTone(offered);
  return (
    <Button
      size={size}
      type={tone === 'primary' ? 'primary' : 'default'}
      danger={tone === 'danger'}
      {...(keys === undefined ? {} : { 'aria-keyshortcuts': keys, 'data-keys': keys })}
      onClick={() => moves.start(offered, rows)}
    >
      {translate(offered.label)}
    </Button>
  );
}
