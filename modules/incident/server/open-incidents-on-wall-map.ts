import { sql } from '#server/db/sql.ts';
import type { MapLayerRows } from '#server/wall-panel/read-map-layers.ts';
import { openIncidentStates } from '../contract/incident-wall-panels.ts';
import { incidentsAtMomentSql } from './incidents-at-moment-sql.ts';

/** Open incidents by grade; at a past moment those that were open then, by their grade of then. */
export const openIncidentsOnWallMap: MapLayerRows = {
  rows: ({ past }, { inside }) => sql`
    select t.id, t.place, coalesce(t.level, 'ordinary') as level, t.title as label, t.area_code
    from ${incidentsAtMomentSql(past)}
    where ${inside('t')} and t.status = any(${[...openIncidentStates]}::text[])`,
};
