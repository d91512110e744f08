import { type ComponentType, lazy, memo } from 'react';
import { NoPermission } from '#web/error/error-page.tsx';
import {
  modulesNeededByResource,
  modulesNeededByScreen,
  preloadDeclarations,
  useDeclarations,
} from '#web/resource/declaration-loader.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { ResourceScreen } from '#web/table/screen/list-screen-of-resource.tsx';
import type { LoadScreen } from '../module/web-module.ts';
import { NotFound } from '../route/lazy-not-found.tsx';
import type { RouteTarget } from '../route/resolve-route-target.ts';

/** Most visits start with a list; record pages are loaded with the first record. */
const loadRecordPage = () => import('#web/record/page-of-one-record.tsx');
const RecordPage = lazy(loadRecordPage);
const TablePage = lazy(async () => ({
  default: (await import('./table-page-of-resource-in-query.tsx')).TablePageOfResourceInQuery,
}));
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

/** A list or a record, once the declarations that it draws are loaded. */
function ResourceTarget({ target }: { target: Extract<RouteTarget, { kind: 'resource' | 'record' }> }) {
  const modules = modulesNeededByResource(target.resource);
  if (target.kind === 'record') preloadDeclarations(modules?.record ?? []);
  useDeclarations(modules?.list ?? [], target.kind === 'record' ? loadRecordPage : undefined);
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

/** A hand-written screen, once the declarations of its module are loaded. */
function ScreenTarget({ name, load }: { name: string; load: LoadScreen }) {
  useDeclarations(modulesNeededByScreen(name), load);
  const Screen = screenOf(load);
  return <Screen />;
}

interface RouteTargetScreenProps {
  target: RouteTarget;
  screens: Readonly<Record<string, LoadScreen>>;
}

/** Renders the screen of a target; again only when the target changes. */
export const RouteTargetScreen = memo(function RouteTargetScreen({ target, screens }: RouteTargetScreenProps) {
  if (target.kind === 'resource' || target.kind === 'record') return <ResourceTarget target={target} />;
  if (target.kind === 'screen') {
    const load = screens[target.route.name];
    return load ? <ScreenTarget name={target.route.name} load={load} /> : <NotFound />;
  }
  if (target.kind === 'iframe') return <IframePage url={target.url} title={target.title} />;
  if (target.kind === 'table') return <TablePage />;
  return target.kind === 'forbidden' ? <NoPermission /> : <NotFound />;
});
