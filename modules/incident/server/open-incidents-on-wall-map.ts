import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { sql } from '#server/db/sql.ts';
import type { MapLayerRows } from '#server/wall-panel/read-map-layers.ts';
import { incident } from '../contract/incident.ts';
import { openIncidentStates } from '../contract/incident-wall-panels.ts';

/** Open incidents by grade; at a past moment those that were reported before it and closed after it. */
export const openIncidentsOnWallMap: MapLayerRows = {
  rows({ past }, { inside }) {
    const at = past && sql`${past.toISOString()}::timestamptz`;
    const open = sql`t.status = any(${[...openIncidentStates]}::text[])`;
    return sql`
      select t.id, t.place, coalesce(t.level, 'ordinary') as level, t.title as label, t.area_code
      from ${sql.id(tableOf(incident))} t
      where ${inside('t')} and ${at ? sql`t.createtime <= ${at} and (${open} or t.closed_at > ${at})` : open}`;
  },
};
