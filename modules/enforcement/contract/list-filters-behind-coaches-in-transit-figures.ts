import type { RowsBehindFigure } from '#kernel/module/rows-behind-wall-figure-as-list-filter.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { vehicle } from '#modules/crew/contract/vehicle.ts';
import type { CoachPanel } from './coaches-in-transit-wall-panels.ts';

export const coachWallTexts = {
  live: text('在途旅游客车', 'Coaches in transit'),
  in: text('省内', 'In province'),
  out: text('出省', 'Outbound'),
  provinces: text('按车牌归属', 'By plate'),
  hits: text('查处与告警', 'Checks and alerts'),
} as const;

const coaches = (title: Text, n: number, ids: readonly number[]): RowsBehindFigure => ({
  of: vehicle.name,
  title,
  n,
  unit: text('辆', ''),
  more: 'plate_color',
  conditions: [],
  ids,
});

/** Coaches in transit: all, those that stay in the province, or those that leave it. */
export function coachesInTransit(panel: CoachPanel, way: 'live' | 'in' | 'out'): RowsBehindFigure {
  const leaving = new Set(panel.out_ids);
  const ids = { live: panel.live_ids, out: panel.out_ids, in: panel.live_ids.filter((id) => !leaving.has(id)) };
  return coaches(coachWallTexts[way], panel[way], ids[way]);
}

/** Coaches whose plates begin with a character. */
export const coachesOfProvince = ({ p, n, ids }: CoachPanel['by_province'][number]): RowsBehindFigure =>
  coaches(text(`${p} 牌`, `Plates of ${p}`), n, ids);
