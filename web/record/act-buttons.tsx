import { Button } from 'antd';
import type { AnyResource } from '#kernel/resource.ts';
import { speak } from '#web/i18n/locale.ts';
import { actsFor, takeAct } from '#web/record/acts.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

/** What its module does with a row, as buttons on its page. */
export function ActButtons({ resource, row }: { resource: AnyResource; row: WireRow }) {
  const offered = actsFor(resource, [row]);
  if (offered.length === 0) return null;
  return (
    <p className="xj-record-acts">
      {offered.map((one) => (
        <Button key={one.name} type="primary" onClick={() => void takeAct(resource, one)}>
          {speak(one.act.label)}
        </Button>
      ))}
    </p>
  );
}
