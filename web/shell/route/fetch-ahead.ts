import { queryClientOf } from '#web/http/query.ts';
import { pictureField } from '#web/resource/columns.ts';
import { currentOwner } from '#web/resource/current-owner.ts';
import { readListQuery } from '#web/resource/list-query.ts';
import { withoutOwnerColumn } from '#web/resource/owner-column.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { sideOf } from '#web/session/area.ts';
import { useAdminSession, useMemberSession } from '#web/session/session.ts';
import { isEndless, readSettings, readTable, requestedColumns } from '#web/table/columns/column-settings.ts';
import { lensesOf } from '#web/table/lens/lens-switch.tsx';
import { chosenOwnLens, isSeeking } from '#web/table/lens/own-lens.ts';
import { preferenceQuery } from '#web/table/preference.ts';
import { chunkRows } from '#web/table/rows/fetched-chunks.ts';
import { listQuery } from '#web/table/rows/use-list.ts';
import { isPhone } from '#web/theme/is-phone.ts';
import { loadedScreens } from '../module/load-module-parts.ts';
import type { FetchAhead } from './loading-page.tsx';
import { resolvePlace } from './place.ts';

/**
 * A list that takes longer than this is drawn as a skeleton meanwhile, in ms. One that does not is drawn once, with its
 * rows and in the columns this person chose: on a slow desk drawing it a second time costs about half a second.
 */
const patience = 400;

/** Asks for the first rows of a list before anything of the area is drawn. */
export const fetchAhead: FetchAhead = async (path, base, menus) => {
  const address = new URL(path, window.location.origin);
  const place = resolvePlace(address.pathname, base, menus, {
    isResource: (name) => findResource(name) !== undefined,
    isScreen: (name) => Object.hasOwn(loadedScreens(base), name),
  });
  const resource = place.kind === 'resource' ? findResource(place.resource) : undefined;
  if (!resource) return;
  const { searchParams } = address;
  const sought = readListQuery(searchParams, resource);
  const named = searchParams.get('lens');
  const own = chosenOwnLens(resource, named, isSeeking(sought));
  const lens = own?.name ?? lensesOf(resource).find((one) => one === named) ?? 'table';
  const client = queryClientOf();
  // What fails here is asked again by the screen, which says so.
  const requests = [client.prefetchQuery(preferenceQuery)];
  if ((lens === 'table' && sought.group === undefined) || lens === 'cards') {
    const holder = currentOwner(resource)?.id;
    const query = { ...sought, ...(holder === undefined ? {} : { holder }) };
    // as this person keeps the table, where that is known already: else other rows would be asked for than are drawn
    const stored = client.getQueryData(preferenceQuery.queryKey)?.values[`table:${resource.name}`];
    const settings =
      readTable(resource, searchParams.get('table')) ?? readSettings(withoutOwnerColumn(resource), stored);
    const endless = lens === 'table' && isEndless(resource, settings) && !isPhone();
    const rows = endless ? { ...query, page: 1, limit: chunkRows } : query;
    const picture = lens === 'cards' ? pictureField(resource) : undefined;
    requests.push(client.prefetchQuery(listQuery(resource, rows, requestedColumns(settings, picture))));
  }
  await Promise.race([Promise.all(requests), new Promise((resolve) => setTimeout(resolve, patience))]);
};

/** Asks for what an entry of the menu leads to while the hand that goes there is still on it. */
export function expectVisit(to: string): void {
  const { app, base } = sideOf();
  const { menus } = app === 'admin' ? useAdminSession.getState() : useMemberSession.getState();
  if (menus) void fetchAhead(to, base, menus).catch(() => undefined);
}
