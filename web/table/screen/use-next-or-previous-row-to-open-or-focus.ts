import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { ListQuery } from '#kernel/list/list-query-in-url.ts';
import { useNoteShownList, usePreviousNextInList } from '#web/resource/previous-and-next-in-list.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import type { ListState } from '#web/table/rows/use-list-rows-query.ts';
import type { ListAddress } from '#web/table/rows/use-list-state-in-url.ts';

interface StepThroughRowsOptions {
  readonly resource: AnyResource;
  readonly address: ListAddress;
  readonly list: Pick<ListState, 'total' | 'estimated' | 'fetching'>;
  /** The rendered rows in order. */
  readonly rows: readonly WireRow[];
  /** `pages`: one page of several; `whole`: all rows; undefined: not a list. */
  readonly drawn: 'pages' | 'whole' | undefined;
  /** Id of the open record. */
  readonly openId: number | undefined;
  /** Id of the row with the focus. */
  readonly activeId: number | undefined;
  readonly screen: RefObject<HTMLElement | null>;
}

/** Steps through the rows of a list, across pages: the open record follows; without one the focus moves. */
export function useNextOrPreviousRowToOpenOrFocus(options: StepThroughRowsOptions, onActive: (id: number) => void) {
  const { resource, address, list, rows, drawn, openId, screen } = options;
  const { query, setQuery, setParams } = address;
  const activeId = useRowInPlace(rows, options.activeId, query);
  useNoteShownList(resource, query, list, rows, drawn !== undefined && !list.fetching, drawn === 'whole');
  const walk = usePreviousNextInList(resource, openId, (id, page) => {
    onActive(id);
    const params = { id: String(id) };
    if (page === (query.page ?? 1)) setParams(params, { replace: true });
    else setQuery({ ...query, page }, { replace: true, params });
  });
  const step = (by: 1 | -1) => {
    if (openId !== undefined && walk) return walk.step(by);
    const from = rows.findIndex((row) => row.id === (openId ?? activeId));
    const next = rows[from < 0 ? (by === 1 ? 0 : rows.length - 1) : from + by];
    if (!next) return;
    onActive(next.id);
    if (openId !== undefined) setParams({ id: String(next.id) }, { replace: true });
    // once it is rendered, if it was out of view
    else requestAnimationFrame(() => rowElement(screen, next.id)?.focus());
  };
  const goTo = useCallback(
    (id: number | undefined) => {
      if (id !== undefined) onActive(id);
      setParams({ id: id === undefined ? undefined : String(id), tab: undefined }, { replace: true });
    },
    [setParams, onActive],
  );
  // the open record has left the list: continues with the row in its place
  const at = walk?.place.at === undefined ? (walk?.next ?? openId ?? activeId) : openId;
  /** Closes the open record. The focus goes to its row, or to the one in its place. */
  const close = (options?: { readonly replace: boolean }) => {
    if (at !== undefined) onActive(at);
    setParams({ id: undefined, tab: undefined }, options);
  };
  const wasOpen = useRef(false);
  useEffect(() => {
    const closed = wasOpen.current && openId === undefined;
    wasOpen.current = openId !== undefined;
    if (closed && activeId !== undefined && document.activeElement === document.body)
      rowElement(screen, activeId)?.focus();
  }, [openId, activeId, screen]);
  return { step, goTo, close, walk: walk && { ...walk, step }, at, activeId };
}

const rowElement = (screen: RefObject<HTMLElement | null>, id: number) =>
  screen.current?.querySelector<HTMLElement>(`[data-row="${id}"]`);

/** The row with the focus; if it has left the list, the one in its place. */
function useRowInPlace(rows: readonly WireRow[], id: number | undefined, query: ListQuery): number | undefined {
  const last = useRef<{ readonly query: ListQuery; readonly index: number }>(undefined);
  const index = rows.findIndex((row) => row.id === id);
  if (index >= 0) last.current = { query, index };
  if (index >= 0 || id === undefined || last.current?.query !== query) return id;
  return rows[Math.min(last.current.index, rows.length - 1)]?.id ?? id;
}
