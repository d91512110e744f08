import { rows } from '#kernel/module/declare-wall-panel-counts-shares-and-rows.ts';
import { sql } from '#server/db/sql.ts';
import { createWallPanelReader } from '#server/read/list/create-wall-panel-reader.ts';
import { enterprise } from '../../contract/enterprise.ts';
import { enterprisesAtPastMomentSql } from './enterprises-at-past-moment-sql.ts';

/** The latest registrations, newest first. Drafts are not registrations yet. */
export const readNewestEnterprisesPanel = createWallPanelReader({
  of: enterprise,
  source: 'enterprise',
  asOf: (context) => sql`(select * from ${enterprisesAtPastMomentSql(context)}) t`,
  shape: {
    rows: rows(['id', 'name', 'ent_type', 'status', 'area_code', 'place', 'createtime'], {
      where: [['status', '<>', 'draft']],
      order: ['createtime', 'desc'],
      most: 20,
    }),
  },
});
