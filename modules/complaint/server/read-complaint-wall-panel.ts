import { maskName } from '#kernel/check/mask-personal-data.ts';
import { count, mean, rows, share, split } from '#kernel/module/declare-wall-panel-counts-shares-and-rows.ts';
import { createWallPanelReader } from '#server/read/list/create-wall-panel-reader.ts';
import type { PanelRequest } from '#server/wall-panel/read-panel-area-and-day-range.ts';
import { rowsAtMomentSql } from '#server/wall-panel/rows-at-past-moment-sql.ts';
import { complaint } from '../contract/complaint.ts';
import type { ComplaintState } from '../contract/complaint-states.ts';
import { type ComplaintWallPanel, complaintWallConditions as where } from '../contract/complaint-wall-panels.ts';

const { decided, ended } = where;

/** What was decided or settled later had not been then. */
const complaintsAtMoment = ({ past }: PanelRequest) =>
  rowsAtMomentSql(complaint, past, {
    setLater: { acceptance: 'decided_on', outcome: 'settled_on', days_used: 'settled_on' },
  });

const readCounts = createWallPanelReader({
  of: complaint,
  source: 'complaint',
  asOf: complaintsAtMoment,
  shape: {
    today: count({ at: 'filed_on', in: 'today' }),
    month: count({ at: 'filed_on', in: 'month' }),
    pending: count({ where: where.pending }),
    accept_on_time: share({ of: [['acceptance', '=', 'in_time']], where: decided }),
    settle_rate: share({ of: where.settled, where: ended }),
    avg_days: mean('days_used'),
    decided: count({ where: decided }),
    decided_late: count({ where: where.decided_late }),
    ended: count({ where: ended }),
    settled: count({ where: where.settled }),
    categories: split('category', { most: 10 }),
    latest: rows(['no', 'category', 'area_code', 'shown_name', 'createtime', 'status', 'due_at'], {
      order: ['createtime', 'desc'],
      most: 10,
    }),
  },
});

/** A row of the newest, as the shape reads it. */
interface ShownRow {
  readonly id: number;
  readonly no: string;
  readonly category: string;
  readonly area_code: string | null;
  readonly area_name: string | null;
  readonly shown_name: string | null;
  readonly createtime: number;
  readonly status: ComplaintState;
  readonly due_at: number | null;
}

/** `screen.complaint` (domain reference, Appendix F): complaints in the area as of `asof`. */
export async function readComplaintWallPanel(context: PanelRequest): Promise<ComplaintWallPanel> {
  const { latest, ...counts } = (await readCounts(context)) as Omit<ComplaintWallPanel, 'latest'> & {
    latest: readonly ShownRow[];
  };
  return {
    ...counts,
    latest: latest.map(({ shown_name, area_code, area_name, createtime, due_at, ...one }) => ({
      ...one,
      area: area_name ?? area_code ?? '',
      masked_name: maskName(shown_name ?? ''),
      at: createtime,
      due_at,
      overdue: due_at !== null && due_at < counts.asof,
    })),
  };
}
