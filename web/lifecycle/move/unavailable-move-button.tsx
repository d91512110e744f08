import { Button } from 'antd';
import { translate } from '#web/i18n/locale.ts';
import { type OfferedMove, offeredMoveKey, type UnavailableMove } from './moves-offered-to-user.ts';

/** Id of the element with the reason of a closed move. */
export const unavailableMoveReasonId = (offered: OfferedMove): string =>
  `closed-${offeredMoveKey(offered).replace(':', '-')}`;

/** A move that is not possible now. It comes after the others, can be focused, and its reason is its description. */
export function UnavailableMoveButton({ closed: { offered, reason } }: { closed: UnavailableMove }) {
  return (
    <Button
      aria-disabled
      className="xj-move-closed"
      title={translate(reason)}
      aria-describedby={unavailableMoveReasonId(offered)}
    >
      {translate(offered.label)}
    </Button>
  );
}
