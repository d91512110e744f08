import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { sql } from '#server/db/sql.ts';
import type { MapLayerRows } from '#server/wall-panel/read-map-layers.ts';
import { check } from '../../contract/check/enforcement-check.ts';
import { runningStages } from '../../contract/wall/enforcement-check-wall-panels-and-feeds.ts';
import { isCheckInStagesSql, runningStageOfCheckSql } from './stage-of-running-check-sql.ts';

/** Running checks where they began. A check of a person goes by its number. */
export const runningChecksOnMap: MapLayerRows = {
  rows: ({ past }, { inside }) => sql`
    select c.id, c.started_place as place, ${runningStageOfCheckSql(past)} as level, c.area_code,
      case when c.object_type in ('person', 'guide') then coalesce(c.check_no, '') else coalesce(c.object_name, '') end as label
    from ${sql.id(tableOf(check))} c where ${inside('c')} and ${isCheckInStagesSql(runningStages, past)}`,
};
