import { Button } from 'antd';
import { translate } from '#web/i18n/locale.ts';
import { type ClosedMove, type OfferedMove, offerKey } from '#web/lifecycle/move/offered-moves.ts';

/** Where the reason of a closed move is written. */
export const closedNote = (offered: OfferedMove): string => `closed-${offerKey(offered).replace(':', '-')}`;

/** A move that is not possible now: it stands behind those that are, in reach of the keyboard, and its reason is read with it. */
export function ClosedButton({ closed: { offered, reason } }: { closed: ClosedMove }) {
  return (
    <Button aria-disabled className="xj-move-closed" title={translate(reason)} aria-describedby={closedNote(offered)}>
      {translate(offered.label)}
    </Button>
  );
}
