import { Skeleton } from 'antd';
import { type ComponentType, lazy, Suspense } from 'react';
import type { RecordPanel, RecordPanelProps } from '#web/record/record-panel-registry.ts';

const drawn = new Map<unknown, ComponentType<RecordPanelProps>>();

/** The component of a panel, created once: a new component would be mounted again. */
function panelComponent(
  load: () => Promise<{ default: ComponentType<RecordPanelProps> }>,
): ComponentType<RecordPanelProps> {
  const tabState = drawn.get(load) ?? lazy(load);
  drawn.set(load, tabState);
  return tabState;
}

/** Draws a panel that a module adds to a record. Its code is loaded when it is first drawn. */
export function renderLazyRecordPanel(panel: RecordPanel, props: RecordPanelProps) {
  const Panel = panelComponent(panel.load);
  return (
    <Suspense fallback={<Skeleton active title={false} />}>
      <Panel {...props} />
    </Suspense>
  );
}
