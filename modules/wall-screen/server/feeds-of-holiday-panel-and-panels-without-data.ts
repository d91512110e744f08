import type { PanelHead } from '#kernel/module/wall-panel.ts';
import { type PanelReader, readPanelArea } from '#server/wall-panel/read-panel-area-and-day-range.ts';
import type { PanelWithoutDataSource } from '../contract/wall-panels-without-data-source.ts';
import { readHolidayPanel } from './read-holiday-panel.ts';

/** A panel without data source still checks the area, so that existing clients keep working. */
const readNothing =
  ({ nothing }: PanelWithoutDataSource): PanelReader =>
  async (context) => {
    const area = await readPanelArea(context);
    const asof = Math.floor((context.now ?? new Date()).getTime() / 1000);
    return { asof, source: null, state: 'empty', area, ...nothing } satisfies PanelHead & Record<string, unknown>;
  };

/** Feeds that the wall itself answers at `GET /admin/screen.<name>/index`. */
export const feedsOfHolidayPanelAndPanelsWithoutData = (
  awaited: readonly PanelWithoutDataSource[],
): Readonly<Record<string, PanelReader>> => ({
  calendar: readHolidayPanel,
  ...Object.fromEntries(awaited.map((one) => [one.name, readNothing(one)])),
});
