import { Skeleton } from 'antd';
import { type ComponentType, lazy, Suspense } from 'react';
import type { OwnLens, OwnLensProps } from '#web/table/lens/own-lens.ts';

const loaded = new WeakMap<OwnLens, ComponentType<OwnLensProps>>();

function componentOf(lens: OwnLens): ComponentType<OwnLensProps> {
  const existing = loaded.get(lens);
  if (existing) return existing;
  const made = lazy(lens.load);
  loaded.set(lens, made);
  return made;
}

/** Renders the lens of a module. */
export function OwnLensView({ lens, ...props }: OwnLensProps & { lens: OwnLens }) {
  const Component = componentOf(lens);
  return (
    <Suspense fallback={<Skeleton active paragraph={{ rows: 10 }} />}>
      <Component {...props} />
    </Suspense>
  );
}
