import { useCallback, useEffect, useRef } from 'react';
import { create } from 'zustand';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import {
  defaultLimit,
  type ListQuery,
  toWireParams,
  type WireParams,
  writeListQuery,
} from '#web/resource/list-query.ts';
import { listRows } from '#web/resource/resource-calls.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { currentArea } from '#web/session/area.ts';
import { readJson, writeJson } from '#web/session/storage.ts';
import { onWindowCleared } from '#web/session/window-account.ts';

/** The page of a list that a record was opened from: what stands before and after it. */
export interface Walk {
  /** What stands behind the “?” of the list's address: one goes back to what one was working through. */
  readonly search?: string;
  /** What the list asks, without its page. */
  readonly params: WireParams;
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly estimated: boolean;
  readonly ids: readonly number[];
}

/** Where a record stands in the list it was opened from. */
export interface WalkPlace {
  /** Counted from one over all pages; undefined where it is no longer among the rows. */
  readonly at: number | undefined;
  /** Of one that is no longer among them: where the row stands that came into its place, and comes next. */
  readonly nextAt: number | undefined;
  readonly total: number;
  readonly estimated: boolean;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}

const keyOf = (resource: Pick<AnyResource, 'name'>) => `walk:${currentArea()}:${resource.name}`;

/** The lists last seen in this window, by resource. */
const useWalks = create<{ walks: Readonly<Record<string, Walk>> }>(() => ({ walks: {} }));
onWindowCleared(() => useWalks.setState({ walks: {} }));

const useStoredWalk = (key: string): Walk | undefined =>
  useWalks((state) => state.walks[key]) ?? readJson<Walk>(sessionStorage, key);

/** The list of a resource as it was last looked at in this window. */
export const useLastWalk = (resource: AnyResource): Walk | undefined => useStoredWalk(keyOf(resource));

function storeWalk(key: string, walk: Walk): void {
  useWalks.setState(({ walks }) => ({ walks: { ...walks, [key]: walk } }));
  writeJson(sessionStorage, key, walk);
}

/**
 * Tells which rows a list shows now, so that records opened from it know their neighbours; `whole`: there are no pages
 * before or after them.
 */
export function useNoteWalk(
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
    // a tree is one page, and as long as what is unfolded of it
    const search = writeListQuery(query).toString();
    const all = { search, params, page, limit, total: Math.max(total, ids.length), estimated, ids };
    storeWalk(
      keyOf(resource),
      whole ? { ...all, page: 1, limit: ids.length, total: ids.length, estimated: false } : all,
    );
  }, [resource, query, total, estimated, rows, shown, whole]);
}

/** Where a row stands on the page of a list; `last`: where it stood before it left. */
export function placeIn(walk: Walk, id: number, last = -1): WalkPlace {
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

export interface Way {
  readonly place: WalkPlace;
  /** The record after this one, where it stands on the same page; of one that left the list, that in its place. */
  readonly next: number | undefined;
  step(by: 1 | -1): void;
}

/**
 * The way from a record to the one before and after it, through all pages of the list it was opened from. `onGo` is told the
 * page the other stands on. Undefined where it was opened from none.
 */
export function useWalk(
  resource: AnyResource,
  id: number | undefined,
  onGo: (id: number, page: number) => void,
): Way | undefined {
  const key = keyOf(resource);
  const walk = useStoredWalk(key);
  const last = useRef({ id, at: -1 });
  const index = id === undefined ? -1 : (walk?.ids.indexOf(id) ?? -1);
  // a row that a move took out of the list leaves its place behind
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
        .catch(() => undefined) // one stays where one is
        .finally(() => {
          busy.current = false;
        });
    },
    [resource, key, walk, id],
  );
  if (!walk || id === undefined || (index < 0 && last.current.at < 0)) return undefined;
  const next = walk.ids[index < 0 ? last.current.at : index + 1];
  return { place: placeIn(walk, id, last.current.at), next, step };
}
