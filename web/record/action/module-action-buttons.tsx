import { Button } from 'antd';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { translate } from '#web/i18n/locale.ts';
import { actionsFor, runAction } from '#web/record/action/record-actions.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

/** Buttons of the actions that a module adds to a record. */
export function ModuleActionButtons({ resource, row }: { resource: AnyResource; row: WireRow }) {
  const offered = actionsFor(resource, [row]);
  if (offered.length === 0) return null;
  return (
    <p className="xj-record-acts">
      {offered.map((one) => (
        <Button key={one.name} type="primary" onClick={() => void runAction(resource, one)}>
          {translate(one.act.label)}
        </Button>
      ))}
    </p>
  );
}
