import { count, rows, split } from '#kernel/module/declare-wall-panel-counts-shares-and-rows.ts';
import { createWallPanelReader } from '#server/read/list/create-wall-panel-reader.ts';
import { incident } from '../contract/incident.ts';
import { incidentWallConditions as where } from '../contract/incident-wall-panels.ts';
import { incidentsAtMomentSql } from './incidents-at-moment-sql.ts';

/** `screen.incident`: what is open, what waits, and the newest open incidents. */
export const readIncidentWallPanel = createWallPanelReader({
  of: incident,
  source: 'incident',
  asOf: ({ past }) => incidentsAtMomentSql(past),
  shape: {
    open: count({ where: where.open }),
    unverified: count({ where: where.unverified }),
    not_onward: count({ where: where.not_onward }),
    month: count({ at: 'received_at', in: 'month' }),
    levels: split('level', { where: where.open }),
    latest: rows(['id', 'no', 'title', 'level', 'status', 'happened_at', 'due_at', 'area_code'], {
      where: where.open,
      order: ['id', 'desc'],
      most: 20,
    }),
  },
});
