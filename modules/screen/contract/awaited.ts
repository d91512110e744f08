import { isFeed, type Panel } from '#kernel/panel.ts';
import { type Text, text } from '#kernel/text.ts';

/** A panel of domain reference §2.Y whose source does not exist yet: it has its place on the wall and says so. */
export interface AwaitedPanel {
  readonly name: string;
  readonly label: Text;
  /** What will feed it. */
  readonly feed: Text;
  /** What it will show. */
  readonly shows: Text;
  /** Seconds between two readings, once it is fed. */
  readonly every: number;
  /** The figure drawn faintly in its place: what sort of picture will stand there. */
  readonly figure: 'curve' | 'bars' | 'columns' | 'ring' | 'gauge' | 'flow' | 'cells' | 'track';
  /** The answer of its call while there is nothing to answer (domain reference, Appendix F). */
  readonly nothing: Readonly<Record<string, unknown>>;
}

export const awaitedPanels = [
  {
    name: 'itinerary',
    label: text('行程统计', 'Itineraries'),
    feed: text('旅游团队行程单', 'Tour itineraries'),
    shows: text('今日出发、在途与返程团队', 'Teams leaving, under way and back today'),
    every: 30,
    figure: 'curve',
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
    feed: text('舆情采集服务', 'Opinion monitoring'),
    shows: text('七日声量、热词与待处置预警', 'Seven days of voices, words and alerts'),
    every: 60,
    figure: 'columns',
    nothing: { trend: [], words: [], alerts: [] },
  },
  {
    name: 'complaint',
    label: text('投诉案件', 'Complaints'),
    feed: text('旅游投诉受理', 'Tourism complaints'),
    shows: text('新增、待办与按期办结率', 'New, open and settled on time'),
    every: 30,
    figure: 'ring',
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
    label: text('客源地前十', 'Top 10 origins'),
    feed: text('行程单游客名单', 'Tourists on itineraries'),
    shows: text('省、市与入境客源排行', 'Provinces, cities and countries'),
    every: 300,
    figure: 'bars',
    nothing: { level: 'province', top: [], lines: [] },
  },
  {
    name: 'history',
    label: text('游客历史', 'Tourist history'),
    feed: text('景区与团队日汇总', 'Daily sums of spots and teams'),
    shows: text('日月年同比与假日对比', 'Days, months, years and holidays compared'),
    every: 3600,
    figure: 'curve',
    nothing: { unit: 'day', series: [], holiday: [] },
  },
  {
    name: 'capacity',
    label: text('景区承载量', 'Carrying capacity'),
    feed: text('景区闸机与客流设备', 'Gates and counters of scenic spots'),
    shows: text('实时在园人数与承载率', 'People inside and load'),
    every: 10,
    figure: 'gauge',
    nothing: { spots: [], summary: { normal: 0, y80: 0, o90: 0, r100: 0, lost: 0 } },
  },
  {
    name: 'vehicle',
    label: text('出行车牌', 'Coaches and plates'),
    feed: text('旅游客车定位与卡口', 'Coach positions and road cameras'),
    shows: text('在途客车、出入省与异常车辆', 'Coaches under way, in and out, hits'),
    every: 15,
    figure: 'track',
    nothing: { live: 0, in: 0, out: 0, by_province: [], hits: [], ticker: [] },
  },
  {
    name: 'check',
    label: text('企业检查', 'Enterprise checks'),
    feed: text('双随机抽查与检查记录', 'Random draws and check records'),
    shows: text('计划进度、问题与整改', 'Plans, findings and reform'),
    every: 60,
    figure: 'cells',
    nothing: { plan: [], month: { checks: 0, problems: 0, reforms_due: 0, reforms_on_time: 0 }, results: [] },
  },
  {
    name: 'enforcement',
    label: text('在线执法', 'Online enforcement'),
    feed: text('移动执法终端', 'Mobile devices of officers'),
    shows: text('在岗人员、检查与办案时限', 'Officers on duty, running checks, case deadlines'),
    every: 15,
    figure: 'flow',
    nothing: { officers: [], checks: [], cases: {}, deadlines: [] },
  },
] as const satisfies readonly AwaitedPanel[];

/** Those no module has brought a panel of that name for. */
export const stillAwaited = (panels: readonly Panel[]): readonly AwaitedPanel[] => {
  const brought = new Set(panels.flatMap(({ name, shows }) => [name, ...(isFeed(shows) ? [shows.name] : [])]));
  return awaitedPanels.filter((one) => !brought.has(one.name));
};
