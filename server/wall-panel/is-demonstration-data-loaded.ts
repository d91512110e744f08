import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import { sql } from '#server/db/sql.ts';
import type { PanelRequest } from './read-panel-area-and-day-range.ts';

/** Whether demonstration data is loaded, which panels then mention. */
export const isDemonstrationDataLoaded = async ({ database }: PanelRequest): Promise<boolean> =>
  (await database.row(
    namePreparedStatement(sql`select from setting where name = ${'demonstration'}`, { brief: true }),
  )) !== undefined;
