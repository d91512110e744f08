import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { sql } from '#server/db/sql.ts';
import type { MapLayerRows } from '#server/wall-panel/read-map-layers.ts';
import { spot } from '../contract/scenic-spot-and-opening-season.ts';
import {
  crowdOfSpot,
  nameOfSpot,
  pastStateOfSpot,
  presentStateOfSpot,
} from './spot-state-now-or-at-past-moment-sql.ts';

/** Spots by how full they are. */
export const spotsByCrowdLevelOnMap: MapLayerRows = {
  rows({ past, locale }, { inside }) {
    const at = past && sql`${past.toISOString()}::timestamptz`;
    return sql`
      select t.id, t.place, ${crowdOfSpot} as level, ${nameOfSpot(locale)} as label, t.area_code
      from ${sql.id(tableOf(spot))} t ${at ? pastStateOfSpot(at) : presentStateOfSpot}
      where ${inside('t')}${at ? sql` and t.createtime <= ${at}` : sql.empty}`;
  },
};
