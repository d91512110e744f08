import { isFeed, type WallPanel } from '#kernel/module/wall-panel.ts';
import { type Text, text } from '#kernel/text/text.ts';

/**
 * A panel of domain reference §2.Y whose data source does not exist yet. Its call answers, but the wall does not draw
 * it.
 */
export interface PanelWithoutDataSource {
  readonly name: string;
  readonly label: Text;
  /** Its answer while there is no data (domain reference, Appendix F). */
  readonly nothing: Readonly<Record<string, unknown>>;
}

export const panelsWithoutDataSource = [
  {
    name: 'itinerary',
    label: text('行程统计', 'Itinerary statistics'),
    nothing: {
      today: { departing: 0, underway: 0, finished: 0, tourists: 0 },
      kinds: [],
      curve: [],
      late_rate: 0,
      flags: [],
    },
  },
  {
    name: 'opinion',
    label: text('舆情监测', 'Public opinion'),
    nothing: { trend: [], words: [], alerts: [] },
  },
  {
    name: 'complaint',
    label: text('投诉案件', 'Complaints'),
    nothing: {
      today: 0,
      month: 0,
      pending: 0,
      accept_on_time: 0,
      settle_rate: 0,
      avg_days: 0,
      categories: [],
      latest: [],
    },
  },
  {
    name: 'source',
    label: text('客源地前十', 'Source markets'),
    nothing: { level: 'province', top: [], lines: [] },
  },
  {
    name: 'history',
    label: text('游客历史', 'Tourist history'),
    nothing: { unit: 'day', series: [], holiday: [] },
  },
  {
    name: 'capacity',
    label: text('景区承载量', 'Carrying capacity'),
    nothing: { spots: [], summary: { normal: 0, y80: 0, o90: 0, r100: 0, lost: 0 } },
  },
  {
    name: 'vehicle',
    label: text('出行车牌', 'Plates on the road'),
    nothing: { live: 0, in: 0, out: 0, by_province: [], hits: [], ticker: [] },
  },
  {
    name: 'check',
    label: text('企业检查', 'Enterprise inspections'),
    nothing: { plan: [], month: { checks: 0, problems: 0, reforms_due: 0, reforms_on_time: 0 }, results: [] },
  },
  {
    name: 'enforcement',
    label: text('在线执法', 'Online enforcement'),
    nothing: { officers: [], checks: [], cases: {}, deadlines: [] },
  },
] as const satisfies readonly PanelWithoutDataSource[];

/** The panels for which no module provides a panel of that name. */
export const panelsStillWithoutDataSource = (panels: readonly WallPanel[]): readonly PanelWithoutDataSource[] => {
  const brought = new Set(panels.flatMap(({ name, shows }) => [name, ...(isFeed(shows) ? [shows.name] : [])]));
  return panelsWithoutDataSource.filter((one) => !brought.has(one.name));
};
