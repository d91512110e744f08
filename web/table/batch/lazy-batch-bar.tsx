import { lazy, Suspense } from 'react';
import type { BatchBarProps } from './selected-rows-batch-bar.tsx';

const Bar = lazy(async () => ({ default: (await import('./selected-rows-batch-bar.tsx')).BatchBar }));

/** The batch bar, loaded with the first selection. */
export const BatchBar = (props: BatchBarProps) =>
  props.selection.rows.size > 0 ? (
    <Suspense fallback={null}>
      <Bar {...props} />
    </Suspense>
  ) : null;
