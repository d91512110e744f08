import type { PanelContext } from '#server/wall-panel/panel-area-and-day-range.ts';

/** Whether demonstration data is loaded. */
export const isDemonstration = async ({ database }: PanelContext): Promise<boolean> =>
  (await database.row('select from setting where name = $1', ['demonstration'])) !== undefined;
