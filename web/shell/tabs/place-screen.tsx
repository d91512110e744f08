import { type ComponentType, lazy, memo } from 'react';
import { NoPower } from '#web/error/error-page.tsx';
import { findResource } from '#web/resource/resource-registry.ts';
import { ResourceScreen } from '#web/table/screen/resource-screen.tsx';
import type { LoadScreen } from '../module/web-module.ts';
import { NotFound } from '../route/not-found-later.tsx';
import type { Place } from '../route/resolve-place.ts';

/** Most visits start with a list; record pages are loaded with the first record. */
const RecordPage = lazy(() => import('#web/record/record-page.tsx'));
const TablePage = lazy(async () => ({ default: (await import('./data-tables-page.tsx')).DataTablesPage }));
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

interface PlaceScreenProps {
  place: Place;
  screens: Readonly<Record<string, LoadScreen>>;
}

/** Renders the screen of a place; again only when the place changes. */
export const PlaceScreen = memo(function PlaceScreen({ place, screens }: PlaceScreenProps) {
  if (place.kind === 'resource' || place.kind === 'record') {
    const resource = findResource(place.resource);
    if (!resource) return <NotFound />;
    return (
      <div className="xj-padded">
        {place.kind === 'resource' ? (
          <ResourceScreen resource={resource} />
        ) : (
          <RecordPage resource={resource} id={Number(place.id)} />
        )}
      </div>
    );
  }
  if (place.kind === 'screen') {
    const load = screens[place.route.name];
    if (!load) return <NotFound />;
    const Screen = screenOf(load);
    return <Screen />;
  }
  if (place.kind === 'iframe') return <IframePage url={place.url} title={place.title} />;
  if (place.kind === 'table') return <TablePage />;
  return place.kind === 'forbidden' ? <NoPower /> : <NotFound />;
});
