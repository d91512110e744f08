import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import { areaConditions } from '#kernel/module/conditions-on-rows-in-area-of-wall-panel.ts';
import type { RowsBehindFigure } from '#kernel/module/rows-behind-wall-figure-as-list-filter.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { shanghaiDateOf } from '#kernel/time/shanghai-time.ts';
import { complaint } from '../complaint.ts';
import { type ComplaintWallPanel, complaintWallConditions } from '../complaint-wall-panels.ts';

const texts = {
  today: text('今日新增', 'Filed today'),
  month: text('本月新增', 'Filed this month'),
  pending: text('办理中', 'Being handled'),
  decided: text('已决定受理与否', 'Decided on'),
  late: text('逾期决定', 'Decided late'),
  ended: text('已调处', 'Ended'),
  settled: text('调解成功', 'Settled'),
  unit: text('件', 'complaints'),
} as const;

const ofComplaints = { of: complaint.name, unit: texts.unit, more: 'no' } as const;

/** The counts of the panel and of what its shares are of, each with the list that it opens. */
export function listFiltersBehindComplaintCounts({ area, asof, ...panel }: ComplaintWallPanel) {
  const day = shanghaiDateOf(asof);
  const filed = (from: string): Condition => ({ field: 'filed_on', operator: 'RANGE', value: `${from},${day}` });
  const inside = areaConditions(area);
  const rows = (title: Text, n: number, ...conditions: readonly Condition[]): RowsBehindFigure => ({
    ...ofComplaints,
    title,
    n,
    conditions: [...inside, ...conditions],
  });
  const counted = (name: keyof typeof complaintWallConditions): readonly Condition[] =>
    complaintWallConditions[name].map(([field, operator, value]) => ({
      field,
      operator,
      value: value === undefined ? '' : [value].flat().join(','),
    }));
  return {
    today: rows(texts.today, panel.today, filed(day)),
    month: rows(texts.month, panel.month, filed(`${day.slice(0, 7)}-01`)),
    pending: rows(texts.pending, panel.pending, ...counted('pending')),
    decided: rows(texts.decided, panel.decided, ...counted('decided')),
    decided_late: rows(texts.late, panel.decided_late, ...counted('decided_late')),
    ended: rows(texts.ended, panel.ended, ...counted('ended')),
    settled: rows(texts.settled, panel.settled, ...counted('settled')),
  };
}
