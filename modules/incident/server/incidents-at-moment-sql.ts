import { type Sql, sql } from '#server/db/sql.ts';
import { rowsAtMomentSql } from '#server/wall-panel/rows-at-past-moment-sql.ts';
import { incident } from '../contract/incident.ts';

/** Incidents as alias `t`: now, or at a past moment in their state and with the grade that followed from their numbers of then. */
export const incidentsAtMomentSql = (past: Date | undefined): Sql =>
  rowsAtMomentSql(incident, past, {
    setLater: { onward_at: 'onward_at' },
    inHistory: ['dead', 'hurt', 'missing', 'stranded', 'stranded_long', 'grade_by_hand'],
    computed: {
      level: sql`incident_level(o.grade_by_hand, o.dead, o.hurt, o.missing, o.stranded, o.stranded_long)`,
    },
  });
