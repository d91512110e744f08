import type { PanelRequest } from './read-panel-area-and-day-range.ts';

/** Whether demonstration data is loaded, which panels then mention. */
export const isDemonstrationDataLoaded = async ({ database }: PanelRequest): Promise<boolean> =>
  (await database.row('select from setting where name = $1', ['demonstration'])) !== undefined;
