import { useCallback, useEffect, useRef } from 'react';
import { create } from 'zustand';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { type ListQuery, toWireParams, type WireParams, writeListQuery } from '#kernel/list/list-query-in-url.ts';
import { listRows } from '#web/resource/resource-calls.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';
import { onWindowDataCleared } from '#web/session/clear-window-data-when-account-changes.ts';
import { readJson, writeJson } from '#web/session/json-storage-with-memory-fallback.ts';
import { defaultLimit } from './change-filters-order-and-page-of-list-query.ts';

/** The list page a record was opened from, to step to its neighbours. */
interface ShownListPage {
  /** Query string of the list, to go back to it. */
  readonly search?: string;
  /** Parameters of the list call, without the page. */
  readonly params: WireParams;
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly estimated: boolean;
  readonly ids: readonly number[];
}

/** Position of a record in the list it was opened from. */
export interface PositionInList {
  /** From 1, over all pages; undefined where it is no longer in the list. */
  readonly at: number | undefined;
  /** For a record that left the list: the position of the row that took its place. */
  readonly nextAt: number | undefined;
  readonly total: number;
  readonly estimated: boolean;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}

const keyOf = (resource: Pick<AnyResource, 'name'>) => `walk:${currentArea()}:${resource.name}`;

/** The last shown list of each resource in this window. */
const useWalks = create<{ walks: Readonly<Record<string, ShownListPage>> }>(() => ({ walks: {} }));
onWindowDataCleared(() => useWalks.setState({ walks: {} }));

const useStoredWalk = (key: string): ShownListPage | undefined =>
  useWalks((state) => state.walks[key]) ?? readJson<ShownListPage>(sessionStorage, key);

/** The last shown list of a resource in this window. */
export const useLastShownList = (resource: AnyResource): ShownListPage | undefined => useStoredWalk(keyOf(resource));

function storeWalk(key: string, walk: ShownListPage): void {
  useWalks.setState(({ walks }) => ({ walks: { ...walks, [key]: walk } }));
  writeJson(sessionStorage, key, walk);
}

/**
 * Notes the rows a list shows, so that records opened from it know their neighbours; `whole`: there are no other
 * pages.
 */
export function useNoteShownList(
  resource: AnyResource,
  query: ListQuery,
  list: { readonly total: number; readonly estimated: boolean },
  rows: readonly WireRow[],
  shown: boolean,
  whole = false,
): void {
  const { total, estimated } = list;
  useEffect(() => {
    if (!shown || rows.length === 0) return;
    const { page = 1, limit = defaultLimit, ...params } = toWireParams(query, resource);
    const ids = rows.map(({ id }) => id);
    // a tree is one page, with the rows that are unfolded
    const search = writeListQuery(query).toString();
    const all = { search, params, page, limit, total: Math.max(total, ids.length), estimated, ids };
    storeWalk(
      keyOf(resource),
      whole ? { ...all, page: 1, limit: ids.length, total: ids.length, estimated: false } : all,
    );
  }, [resource, query, total, estimated, rows, shown, whole]);
}

/** Position of a row on the page of a list; `last`: its position before it left. */
export function positionInList(walk: ShownListPage, id: number, last = -1): PositionInList {
  const { page, limit, total, estimated, ids } = walk;
  const index = ids.indexOf(id);
  const before = index < 0 ? last : index;
  const placed = (at: number) => (page - 1) * limit + at + 1;
  return {
    at: index < 0 ? undefined : placed(index),
    nextAt: index < 0 && last >= 0 && last < ids.length ? placed(last) : undefined,
    total,
    estimated,
    hasPrevious: page > 1 || before > 0,
    hasNext: page * limit < total || (index < 0 ? before >= 0 && before < ids.length : index < ids.length - 1),
  };
}

export interface PreviousNextControls {
  readonly place: PositionInList;
  /** The next record on the same page; for one that left the list, the row in its place. */
  readonly next: number | undefined;
  step(by: 1 | -1): void;
}

/**
 * Previous and next record of the list a record was opened from, across pages; undefined without such a list. `onGo`
 * gets the page of the other record.
 */
export function usePreviousNextInList(
  resource: AnyResource,
  id: number | undefined,
  onGo: (id: number, page: number) => void,
): PreviousNextControls | undefined {
  const key = keyOf(resource);
  const walk = useStoredWalk(key);
  const last = useRef({ id, at: -1 });
  const index = id === undefined ? -1 : (walk?.ids.indexOf(id) ?? -1);
  // a row removed from the list by a move keeps its position
  if (index >= 0 || last.current.id !== id) last.current = { id, at: index };
  const busy = useRef(false);
  const go = useRef(onGo);
  go.current = onGo;
  const step = useCallback(
    (by: 1 | -1) => {
      if (!walk || id === undefined || busy.current) return;
      const here = walk.ids.indexOf(id);
      const to = here >= 0 ? here + by : by === 1 ? last.current.at : last.current.at - 1;
      const next = walk.ids[to];
      if (next !== undefined) return go.current(next, walk.page);
      const page = walk.page + by;
      if (page < 1 || (page - 1) * walk.limit >= walk.total) return;
      busy.current = true;
      listRows(resource, { ...walk.params, page, limit: walk.limit, columns: 'id' })
        .then(({ list = [], total = walk.total }) => {
          const ids = list.map((row) => row.id);
          const first = by === 1 ? ids[0] : ids.at(-1);
          if (first === undefined) return;
          storeWalk(key, { ...walk, page, total, ids });
          go.current(first, page);
        })
        .catch(() => undefined) // stays on the present record
        .finally(() => {
          busy.current = false;
        });
    },
    [resource, key, walk, id],
  );
  if (!walk || id === undefined || (index < 0 && last.current.at < 0)) return undefined;
  const next = walk.ids[index < 0 ? last.current.at : index + 1];
  return { place: positionInList(walk, id, last.current.at), next, step };
}
