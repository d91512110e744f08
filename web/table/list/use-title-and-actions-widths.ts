import { useMemo, useRef } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { ListQuery } from '#kernel/list/list-query-in-url.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { headingWidth, nameWidth, numberWidths } from '#web/table/columns/table-columns.ts';
import { rowActionsColumnWidth } from '#web/table/list/row-actions-column-width.ts';
import {
  sameWidths,
  stableTitleAndActionsWidths,
  type TitleAndActionsWidths,
} from '#web/table/list/stable-title-and-actions-column-widths.ts';
import type { VirtualRowWindow } from '#web/table/rows/virtual-row-window.ts';

interface RowWidthOptions {
  readonly resource: AnyResource;
  readonly lines: readonly (WireRow | undefined)[];
  readonly first: boolean;
  readonly query: ListQuery;
  readonly drags: boolean;
  /** Rows are loaded and dropped while scrolling. */
  readonly onSight?: ((window: VirtualRowWindow) => void) | undefined;
}

/**
 * Widths of the actions and title columns in px, for the present rows; with endless scrolling, for the first rows of
 * the query.
 */
export function useTitleAndActionsWidths({
  resource,
  lines,
  first,
  query,
  drags,
  onSight,
}: RowWidthOptions): TitleAndActionsWidths {
  const measured = useMemo(
    () => ({
      actions: rowActionsColumnWidth(resource, first ? undefined : lines, drags),
      names: nameWidth(resource, lines),
      headings: headingWidth(resource, lines),
      numbers: numberWidths(resource, lines),
    }),
    [resource, first, lines, drags],
  );
  const latest = useRef<TitleAndActionsWidths>(undefined);
  const now = sameWidths(latest.current, measured);
  latest.current = now;
  const previous = useRef<{ query: ListQuery; widths: TitleAndActionsWidths }>(undefined);
  if (first || !onSight) previous.current = undefined;
  else
    previous.current = {
      query,
      widths: previous.current?.query === query ? stableTitleAndActionsWidths(previous.current.widths, now) : now,
    };
  return previous.current?.widths ?? now;
}
