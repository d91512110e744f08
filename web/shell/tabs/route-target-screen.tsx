import { type ComponentType, lazy, memo } from 'react';
import { NoPermission } from '#web/error/error-page.tsx';
import { findResource } from '#web/resource/resource-registry.ts';
import { ResourceScreen } from '#web/table/screen/resource-screen.tsx';
import type { LoadScreen } from '../module/web-module.ts';
import { NotFound } from '../route/lazy-not-found.tsx';
import type { RouteTarget } from '../route/resolve-route-target.ts';

/** Most visits start with a list; record pages are loaded with the first record. */
const RecordPage = lazy(() => import('#web/record/record-page.tsx'));
const TablePage = lazy(async () => ({ default: (await import('./any-table-page.tsx')).AnyTablePage }));
const IframePage = lazy(async () => ({ default: (await import('./iframe-page.tsx')).IframePage }));

const loaded = new Map<LoadScreen, ComponentType>();

/** One lazy component per screen, shared by all tabs. */
function screenOf(load: LoadScreen): ComponentType {
  let screen = loaded.get(load);
  if (!screen) {
    screen = lazy(load);
    loaded.set(load, screen);
  }
  return screen;
}

interface RouteTargetScreenProps {
  target: RouteTarget;
  screens: Readonly<Record<string, LoadScreen>>;
}

/** Renders the screen of a target; again only when the target changes. */
export const RouteTargetScreen = memo(function RouteTargetScreen({ target, screens }: RouteTargetScreenProps) {
  if (target.kind === 'resource' || target.kind === 'record') {
    const resource = findResource(target.resource);
    if (!resource) return <NotFound />;
    return (
      <div className="xj-padded">
        {target.kind === 'resource' ? (
          <ResourceScreen resource={resource} />
        ) : (
          <RecordPage resource={resource} id={Number(target.id)} />
        )}
      </div>
    );
  }
  if (target.kind === 'screen') {
    const load = screens[target.route.name];
    if (!load) return <NotFound />;
    const Screen = screenOf(load);
    return <Screen />;
  }
  if (target.kind === 'iframe') return <IframePage url={target.url} title={target.title} />;
  if (target.kind === 'table') return <TablePage />;
  return target.kind === 'forbidden' ? <NoPermission /> : <NotFound />;
});
