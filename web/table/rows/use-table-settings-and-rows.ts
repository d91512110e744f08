import { useMemo } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { useUserPreference } from '#web/http/user-preference-stored-on-server.ts';
import { defaultLimit, withPage } from '#web/resource/change-filters-order-and-page-of-list-query.ts';
import { useGoToLastPageWithRows } from '#web/resource/go-to-last-page-with-rows.ts';
import {
  hasRowsOfOtherOwners,
  withoutOwnerColumnForSingleOwner,
} from '#web/resource/hide-owner-column-for-single-owner.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import {
  readStoredTableSettings,
  requestedColumns,
  scrollsEndlessly,
  type TableSettings,
  tableSettingsFromUrlParam,
  tableSettingsToUrlParam,
  withColumnSetting,
} from '#web/table/columns/column-settings.ts';
import { type InfiniteScrollState, useInfiniteScroll } from '#web/table/rows/use-infinite-scroll.ts';
import type { ListAddress } from '#web/table/rows/use-list-state-in-url.ts';
import { currentRowCount, useList } from './use-list-rows-query.ts';

interface TableSettingsAndRows {
  readonly settings: TableSettings;
  saveSettings(settings: TableSettings): void;
  /** Paged or endless; with endless scrolling rows not loaded are undefined. */
  readonly list: Omit<InfiniteScrollState, 'onSight'>;
  /** The loaded rows. */
  readonly rows: readonly WireRow[];
  /** With endless scrolling: called with the rows in view. */
  readonly onSight: InfiniteScrollState['onSight'] | undefined;
}

interface TableOptions {
  /** Whether the lens shows a list. */
  readonly listed: boolean;
  readonly scrolls: boolean;
  /** The picture field, where rows are shown as cards. */
  readonly picture: string | undefined;
}

/**
 * A person's settings of the table of a resource, and its rows. A view brings settings in the address: changes to
 * them stay there until they are saved.
 */
export function useTableSettingsAndRows(
  resource: AnyResource,
  { query, setQuery, param, setParams }: ListAddress,
  { listed, scrolls, picture }: TableOptions,
): TableSettingsAndRows {
  const preference = useUserPreference(`table:${resource.name}`);
  const brought = param('table');
  const ofView = useMemo(() => tableSettingsFromUrlParam(resource, brought), [resource, brought]);
  // the default columns depend on the current owner
  const holder = query.holder;
  const own = useMemo(
    () =>
      readStoredTableSettings(
        holder === undefined ? resource : withoutOwnerColumnForSingleOwner(resource),
        preference.value,
      ),
    [resource, preference.value, holder],
  );
  const settings = ofView ?? own;
  const endless = scrolls && scrollsEndlessly(resource, settings);
  const columns = requestedColumns(settings, picture);
  const paged = useList(resource, query, columns, listed && !endless);
  const { page = 1, limit = defaultLimit } = query;
  useGoToLastPageWithRows({ page, limit, rows: currentRowCount(paged), total: paged.total }, (last) =>
    setQuery(withPage(query, last, limit), { replace: true }),
  );
  const scrolled = useInfiniteScroll(resource, query, endless, columns);
  const list: Omit<InfiniteScrollState, 'onSight'> = endless ? scrolled : paged;
  const rows = useMemo(() => list.rows.filter((row) => row !== undefined), [list.rows]);
  const foreign = hasRowsOfOtherOwners(resource, rows);
  const drawn = useMemo(
    () => (foreign && resource.partOf ? withColumnSetting(settings, resource.partOf, { shown: true }) : settings),
    [foreign, settings, resource],
  );
  const saveSettings = (next: TableSettings) =>
    ofView ? setParams({ table: tableSettingsToUrlParam(next) }, { replace: true }) : preference.save(next);
  return { settings: drawn, saveSettings, list, rows, onSight: endless ? scrolled.onSight : undefined };
}
