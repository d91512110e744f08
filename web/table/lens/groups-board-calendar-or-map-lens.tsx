import { lazy } from 'react';
import type { GroupedListProps } from '#web/table/lens/grouped-list.tsx';
import type { LensProps } from '#web/table/lens/kanban-board-lens.tsx';
import type { ListAddress } from '#web/table/rows/use-list-state-in-url.ts';

const KanbanBoardLens = lazy(() => import('#web/table/lens/kanban-board-lens.tsx'));
const CalendarLens = lazy(() => import('#web/table/lens/calendar-lens.tsx'));
const GroupedList = lazy(() => import('#web/table/lens/grouped-list.tsx'));
const MapLens = lazy(() => import('./list-rows-on-map-lens.tsx'));

interface BuiltInLensProps extends LensProps {
  readonly lens: string;
  readonly address: ListAddress;
  /** Further props of the grouped list. */
  readonly groups: Omit<GroupedListProps, keyof LensProps | 'unfolded' | 'onUnfold'>;
}

/** The lenses that fetch their rows themselves: groups, board, calendar, map; nothing for any other. */
export function GroupsBoardCalendarOrMapLens({ lens, address, groups, ...props }: BuiltInLensProps) {
  const setParams = (params: Readonly<Record<string, string>>) => address.setParams(params, { replace: true });
  switch (lens) {
    case 'groups':
      return (
        <GroupedList
          {...{ ...props, ...groups }}
          unfolded={address.param('unfolded')}
          onUnfold={(unfolded) => setParams({ unfolded })}
        />
      );
    case 'board':
      return <KanbanBoardLens {...props} />;
    case 'calendar':
      return <CalendarLens {...props} month={address.param('month')} onMonth={(month) => setParams({ month })} />;
    case 'map':
      return <MapLens {...props} />;
    default:
      return null;
  }
}
