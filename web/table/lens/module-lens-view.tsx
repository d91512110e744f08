import { Skeleton } from 'antd';
import { type ComponentType, lazy, Suspense } from 'react';
import type { ModuleLens, ModuleLensProps } from '#web/table/lens/module-lens-registry.ts';

const loaded = new WeakMap<ModuleLens, ComponentType<ModuleLensProps>>();

function componentOf(lens: ModuleLens): ComponentType<ModuleLensProps> {
  const existing = loaded.get(lens);
  if (existing) return existing;
  const made = lazy(lens.load);
  loaded.set(lens, made);
  return made;
}

/** Renders the lens of a module. */
export function ModuleLensView({ lens, ...props }: ModuleLensProps & { lens: ModuleLens }) {
  const Component = componentOf(lens);
  return (
    <Suspense fallback={<Skeleton active paragraph={{ rows: 10 }} />}>
      <Component {...props} />
    </Suspense>
  );
}
