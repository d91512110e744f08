import { Button } from 'antd';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { translate } from '#web/i18n/locale.ts';
import { customBatchActionsOnRows, runCustomBatchAction } from '#web/record/action/custom-batch-actions-on-rows.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

/** Buttons of the actions that a module adds to a record. */
export function CustomActionButtonsOnSingleRecord({ resource, row }: { resource: AnyResource; row: WireRow }) {
  const offered = customBatchActionsOnRows(resource, [row]);
  if (offered.length === 0) return null;
  return (
    <p className="xj-record-acts">
      {offered.map((one) => (
        <Button key={one.name} type="primary" onClick={() => void runCustomBatchAction(resource, one)}>
          {translate(one.act.label)}
        </Button>
      ))}
    </p>
  );
}
