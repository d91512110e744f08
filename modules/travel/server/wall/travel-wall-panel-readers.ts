import type { PanelReader } from '#server/wall-panel/read-panel-area-and-day-range.ts';
import { readTodaysTeamsPanel } from './todays-teams-panel.ts';
import { readTouristHistoryPanel } from './tourist-history-panel.ts';
import { readTouristOriginPanel } from './tourist-origin-panel.ts';

/** Feeds of the travel board. */
export const travelWallPanelReaders: Readonly<Record<string, PanelReader>> = {
  itinerary: readTodaysTeamsPanel,
  source: readTouristOriginPanel,
  history: readTouristHistoryPanel,
};
