import { lazy, Suspense } from 'react';
import type { TopMenuProps } from './top-menu.tsx';

const Body = lazy(async () => ({ default: (await import('./top-menu.tsx')).TopMenu }));

/** The top menu, loaded only in layouts that have one. */
export const TopMenu = (props: TopMenuProps) => (
  <Suspense fallback={<div className="xj-top" />}>
    <Body {...props} />
  </Suspense>
);
