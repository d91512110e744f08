import { Button } from 'antd';
import { translate } from '#web/i18n/locale.ts';
import { type ClosedMove, type OfferedMove, offerKey } from '#web/lifecycle/move/offered-moves.ts';

/** Id of the element with the reason of a closed move. */
export const closedReasonId = (offered: OfferedMove): string => `closed-${offerKey(offered).replace(':', '-')}`;

/** A move that is not possible now. It comes after the others, can be focused, and its reason is its description. */
export function ClosedButton({ closed: { offered, reason } }: { closed: ClosedMove }) {
  return (
    <Button
      aria-disabled
      className="xj-move-closed"
      title={translate(reason)}
      aria-describedby={closedReasonId(offered)}
    >
      {translate(offered.label)}
    </Button>
  );
}
