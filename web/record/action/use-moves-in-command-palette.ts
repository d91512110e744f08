import { useMemo } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { offeredMoveKey, offeredMoveShortcut, offeredMoves } from '#web/lifecycle/move/moves-offered-to-user.ts';
import type { MoveRunner } from '#web/lifecycle/move/use-run-move-at-once-with-undo-or-by-dialog.tsx';
import { titleOf, type WireRow } from '#web/resource/wire-row.ts';
import {
  type PaletteAction,
  useRegisterPaletteActions,
} from '#web/tab/command-palette-and-shortcut-action-registry.ts';

const texts = { move: text('{move}：{title}', '{move}: {title}') };

/** Registers the moves of the shown record in the command palette, each with a shortcut. */
export function useMovesInCommandPalette(resource: AnyResource, row: WireRow, { start }: MoveRunner): void {
  const actions = useMemo(
    () =>
      offeredMoves(resource, row).map(
        (one, at): PaletteAction => ({
          id: `${resource.name}/${offeredMoveKey(one)}`,
          label: translate(texts.move, { move: translate(one.label), title: titleOf(resource, row) }),
          section: translate(resource.label),
          ...offeredMoveShortcut(at),
          run: () => start(one, [row]),
        }),
      ),
    [resource, row, start],
  );
  useRegisterPaletteActions(actions);
}
