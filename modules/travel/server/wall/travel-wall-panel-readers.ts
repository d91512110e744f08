import type { PanelReader } from '#server/wall-panel/read-panel-area-and-day-range.ts';
import { readTodaysTeamsPanel } from './read-todays-teams-panel.ts';
import { readTouristHistoryPanel } from './read-tourist-history-panel.ts';
import { readTouristOriginPanel } from './read-tourist-origin-panel.ts';

/** Feeds of the travel board. */
export const travelWallPanelReaders: Readonly<Record<string, PanelReader>> = {
  itinerary: readTodaysTeamsPanel,
  source: readTouristOriginPanel,
  history: readTouristHistoryPanel,
};
