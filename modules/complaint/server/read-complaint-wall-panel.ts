import { count, rows, share, split } from '#kernel/module/wall-panel-response-shape.ts';
import { sql } from '#server/db/sql.ts';
import { createPanelReaderByShape } from '#server/read/list/create-panel-reader-by-shape.ts';
import { type PanelRequest, readPanelAreaFilter } from '#server/wall-panel/read-panel-area-and-day-range.ts';
import { complaint } from '../contract/complaint.ts';
import { openStates } from '../contract/complaint-states.ts';
import type { ComplaintPanel } from '../contract/complaint-wall.ts';

const decided = [['status', 'NOT IN', ['registered', 'need_material', 'merged']]] as const;

const readCounts = createPanelReaderByShape({
  of: complaint,
  source: 'complaint',
  shape: {
    today: count({ at: 'filed_on', in: 'today' }),
    month: count({ at: 'filed_on', in: 'month' }),
    pending: count({ where: [['status', 'IN', openStates]] }),
    accept_on_time: share({ of: [['accepted_late', '=', '0']], where: decided }),
    settle_rate: share({ of: [['outcome', 'IN', ['agreed', 'reconciled']]], where: [['outcome', 'NOT NULL']] }),
    categories: split('category', { most: 10 }),
    latest: rows(['no', 'category', 'area_code', 'shown_name', 'createtime', 'status', 'due_at'], {
      order: ['createtime', 'desc'],
      most: 10,
    }),
  },
});

/** `screen.complaint` (domain reference, Appendix F): complaints in the area as of `asof`. */
export async function readComplaintWallPanel(context: PanelRequest): Promise<ComplaintPanel> {
  const counts = (await readCounts(context)) as Omit<ComplaintPanel, 'avg_days'>;
  const { inside } = await readPanelAreaFilter(context);
  const mean = await context.database.row<{ days: number | null }>(
    sql`select round(avg(t.days_used), 1)::float8 as days from complaint t where ${inside('t')} and t.days_used is not null`,
  );
  return { ...counts, avg_days: mean?.days ?? 0 };
}
