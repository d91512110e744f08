import { rows } from '#kernel/module/wall-panel-response-shape.ts';
import { sql } from '#server/db/sql.ts';
import { createPanelReaderByShape } from '#server/read/list/create-panel-reader-by-shape.ts';
import { enterprise } from '../../contract/enterprise.ts';
import { enterprisesAtPastMoment } from './enterprises-at-past-moment.ts';

/** The latest registrations, newest first. Drafts are not registrations yet. */
export const readNewestEnterprisesPanel = createPanelReaderByShape({
  of: enterprise,
  source: 'enterprise',
  asOf: (context) => sql`(select * from ${enterprisesAtPastMoment(context)}) t`,
  shape: {
    rows: rows(['id', 'name', 'ent_type', 'status', 'area_code', 'place', 'createtime'], {
      where: [['status', '<>', 'draft']],
      order: ['createtime', 'desc'],
      most: 20,
    }),
  },
});
