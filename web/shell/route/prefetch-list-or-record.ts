import type { AnyResource } from '#kernel/declaration/resource.ts';
import { readListQuery } from '#kernel/list/list-query-in-url.ts';
import { moduleNameOf } from '#kernel/module/resource-index-for-lazy-loading.ts';
import { queryClientOf } from '#web/http/react-query-client-by-sign-in-area.ts';
import { userPreferencesQuery } from '#web/http/user-preference-stored-on-server.ts';
import { pictureFieldName } from '#web/resource/available-table-columns.ts';
import { rowThatMemberActsFor } from '#web/resource/current-enterprise-or-row-that-member-acts-for.ts';
import {
  isResourceDeclared,
  loadDeclarations,
  modulesNeededByResource,
  modulesNeededByScreen,
  preloadDeclarations,
} from '#web/resource/declaration-loader.ts';
import { withoutOwnerColumnForSingleOwner } from '#web/resource/hide-owner-column-for-single-owner.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { prefetchRow } from '#web/resource/use-live-row.ts';
import { areaPaths } from '#web/session/admin-or-member-area.ts';
import { useAdminSession, useMemberSession } from '#web/session/session.ts';
import {
  readStoredTableSettings,
  requestedColumns,
  scrollsEndlessly,
  tableSettingsFromUrlParam,
} from '#web/table/columns/column-settings.ts';
import { lensesOfResource } from '#web/table/lens/list-lens-switch.tsx';
import { chosenModuleLens } from '#web/table/lens/module-lens-registry.ts';
import { rowChunkSize } from '#web/table/rows/merge-row-chunks.ts';
import { listQuery } from '#web/table/rows/use-list-rows-query.ts';
import { isPhone } from '#web/theme/is-phone.ts';
import { loadedModuleScreens } from '../module/load-web-modules.ts';
import type { PrefetchRequestedAddress } from './load-area-then-open-requested-address.tsx';
import { resolveRouteTarget } from './resolve-route-target.ts';

/**
 * A list that takes longer than this, in ms, is shown as a skeleton first. A faster one is rendered once, with its rows
 * and the user's columns: on a slow computer a second render costs about half a second.
 */
const skeletonDelay = 400;

/** Requests the first rows of a list, or a record, before anything of the area is rendered. */
export const prefetchListOrRecord: PrefetchRequestedAddress = async (path, base, menus) => {
  const address = new URL(path, window.location.origin);
  const target = resolveRouteTarget(address.pathname, base, menus, {
    isResource: isResourceDeclared,
    isScreen: (name) => Object.hasOwn(loadedModuleScreens(base), name),
  });
  if (target.kind === 'screen') preloadDeclarations(modulesNeededByScreen(target.route.name));
  if (target.kind !== 'resource' && target.kind !== 'record') return;
  const { list = [], record = [] } = modulesNeededByResource(target.resource) ?? {};
  const isRecord = target.kind === 'record';
  if (isRecord) preloadDeclarations(record);
  const drawn = loadDeclarations(list);
  const prefetch = async (): Promise<void> => {
    await loadDeclarations([moduleNameOf(target.resource)]);
    const resource = findResource(target.resource);
    if (!resource) return;
    await Promise.all([
      drawn,
      isRecord ? prefetchRow(resource, Number(target.id)) : prefetchRows(resource, address.searchParams),
    ]);
  };
  await Promise.race([prefetch(), new Promise((resolve) => setTimeout(resolve, skeletonDelay))]);
};

/** The screen requests again, and reports, what fails here. */
async function prefetchRows(resource: AnyResource, searchParams: URLSearchParams): Promise<void> {
  const sought = readListQuery(searchParams, resource);
  const named = searchParams.get('lens');
  const own = chosenModuleLens(resource, named, sought);
  const lens = own?.name ?? lensesOfResource(resource).find((one) => one === named) ?? 'table';
  const client = queryClientOf();
  const requests = [client.prefetchQuery(userPreferencesQuery)];
  if ((lens === 'table' && sought.group === undefined) || lens === 'cards') {
    const holder = rowThatMemberActsFor(resource)?.id;
    const query = { ...sought, ...(holder === undefined ? {} : { holder }) };
    // Use the user's table settings if they are loaded already; otherwise other rows would be requested than shown.
    const stored = client.getQueryData(userPreferencesQuery.queryKey)?.values[`table:${resource.name}`];
    const settings =
      tableSettingsFromUrlParam(resource, searchParams.get('table')) ??
      readStoredTableSettings(withoutOwnerColumnForSingleOwner(resource), stored);
    const endless = lens === 'table' && scrollsEndlessly(resource, settings) && !isPhone();
    const rows = endless ? { ...query, page: 1, limit: rowChunkSize } : query;
    const picture = lens === 'cards' ? pictureFieldName(resource) : undefined;
    requests.push(client.prefetchQuery(listQuery(resource, rows, requestedColumns(settings, picture))));
  }
  await Promise.all(requests);
}

/** Prefetches the target of a menu entry while the pointer is on it. */
export function prefetchMenuTarget(to: string): void {
  const { app, base } = areaPaths();
  const { menus } = app === 'admin' ? useAdminSession.getState() : useMemberSession.getState();
  if (menus) void prefetchListOrRecord(to, base, menus).catch(() => undefined);
}
