import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { OptionTag } from '#web/cell/option-tag.tsx';
import { useText } from '#web/i18n/locale.ts';
import { MoveButton } from '#web/lifecycle/move/move-button.tsx';
import { offeredMoveKey, offeredMoves, stateOf } from '#web/lifecycle/move/moves-offered-to-user.ts';
import { useRunMoveAtOnceOrByDialog } from '#web/lifecycle/move/use-run-move-at-once-with-undo-or-by-dialog.tsx';
import { useLiveRow } from '#web/resource/use-live-row.ts';

const texts = { done: text('已无需办理', 'No longer needs handling') };

interface RecordMoveButtonsProps {
  readonly resource: AnyResource;
  readonly id: number;
}

/**
 * Buttons for the moves that the reader may now make on the message's record, as offered by the server; proposals are
 * decided here too.
 */
export default function LifecycleMoveButtonsInInboxMessage({ resource, id }: RecordMoveButtonsProps) {
  const t = useText();
  const moves = useRunMoveAtOnceOrByDialog(resource);
  const { data: row } = useLiveRow(resource, id);
  if (!row) return null;
  const state = stateOf(resource, row);
  const offered = offeredMoves(resource, row);
  return (
    <>
      {state && <OptionTag option={state} />}
      {offered.map((one) => (
        <MoveButton key={offeredMoveKey(one)} offered={one} rows={[row]} moves={moves} />
      ))}
      {offered.length === 0 && <span>{t(texts.done)}</span>}
      {moves.dialog}
    </>
  );
}
