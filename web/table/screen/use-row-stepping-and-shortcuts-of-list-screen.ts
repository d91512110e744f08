import type { InputRef } from 'antd';
import type { RefObject } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { ListAddress } from '#web/table/rows/use-list-state-in-url.ts';
import type { LensFromAddress } from '#web/table/screen/use-lens-from-address.ts';
import type { ListScreenRows } from '#web/table/screen/use-list-screen-rows.ts';
import { useListShortcuts } from '#web/table/screen/use-list-shortcuts.ts';
import { useNextOrPreviousRowToOpenOrFocus } from '#web/table/screen/use-next-or-previous-row-to-open-or-focus.ts';
import type { RowCommands } from '#web/table/screen/use-open-edit-and-delete-row-commands.ts';
import { useOpenNextAfterMove } from '#web/table/screen/use-open-next-after-move.ts';

interface ScreenKeyOptions {
  readonly resource: AnyResource;
  readonly address: ListAddress;
  readonly lens: LensFromAddress;
  readonly rows: ListScreenRows;
  readonly commands: RowCommands;
  readonly openId: number | undefined;
  /** Id of the row with the focus. */
  readonly activeId: number | undefined;
  readonly screen: RefObject<HTMLDivElement | null>;
  readonly search: RefObject<InputRef | null>;
  setActiveId(id: number): void;
}

/**
 * Steps through the rows of a list screen: by shortcuts, by the buttons of the open record, and after each move if
 * the user wants that.
 */
export function useListScreenShortcutsAndRowStepping(options: ScreenKeyOptions) {
  const { resource, address, lens, rows, commands, openId, screen, search, setActiveId } = options;
  const { table, inGroups, inSight, rowOf } = rows;
  const drawn = inGroups ? 'whole' : lens.listed && !table.onSight ? 'pages' : undefined;
  const { step, walk, goTo, close, at, activeId } = useNextOrPreviousRowToOpenOrFocus(
    { resource, address, list: table.list, rows: inSight, drawn, openId, activeId: options.activeId, screen },
    setActiveId,
  );
  const openNextAfterMove = useOpenNextAfterMove({ rows: inSight, openId, onGo: goTo });
  const active = activeId === undefined ? undefined : rowOf(activeId);
  useListShortcuts({
    onSearch: () => search.current?.focus({ cursor: 'all' }),
    onFilter: () => screen.current?.querySelector<HTMLElement>('.xj-filter-add')?.click(),
    onStep: step,
    onPeek: () => {
      if (openId !== undefined) close({ replace: true });
      else if (active) commands.open(active);
    },
    onOpen: () => active && commands.editOne(active),
  });
  return { walk, openNextAfterMove, at, active, close };
}
