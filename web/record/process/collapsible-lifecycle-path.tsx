import { Skeleton } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

const ProcessList = lazy(() => import('#web/record/process/lifecycle-path-of-record.tsx'));

const label = text('办理流程', 'Process');

/** Unfolds the life of a record below its status. Its code and data are loaded the first time. */
export function CollapsibleLifecyclePath({ resource, row }: { resource: AnyResource; row: WireRow }) {
  const [open, setOpen] = useState(false);
  if (!resource.life) return null;
  return (
    <details className="xj-process" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{translate(label)}</summary>
      {open && (
        <Suspense fallback={<Skeleton active title={false} />}>
          <ProcessList resource={resource} row={row} />
        </Suspense>
      )}
    </details>
  );
}
