import { text } from '#kernel/text/text.ts';

/** Kinds of day as people name them. */
export const dayKindTexts = {
  workday: text('工作日', 'Workday'),
  school_holiday: text('寒暑假', 'School holidays'),
  holiday_eve: text('节前一天', 'Day before a holiday'),
  weekend: text('周末', 'Weekend'),
  holiday_first: text('假期首日', 'First day of a holiday'),
  holiday_middle: text('假期中间', 'Within a holiday'),
  holiday_last: text('假期末日', 'Last day of a holiday'),
} as const;

export const forecastTexts = {
  chart: text('今日客流与预测，预计最多 {peak} 人', 'Visitors today and their forecast, {peak} expected at most'),
  came: text('实际', 'Counted'),
  expected: text('预测（P50）', 'Forecast (P50)'),
  low: text('P10', 'P10'),
  band: text('P10—P90', 'P10–P90'),
  madeAt: text('{at} 的预测', 'Forecast of {at}'),
  noHistory: text(
    '还没有客流历史，有一天的数据后开始预测。',
    'No visitors on record yet. Forecasts begin after one day of data.',
  ),
  fewDays: text(
    '历史只有 {n} 天，仅按日曲线估计；满 14 天后计入当日偏差。',
    'Only {n} {n|day|days} on record: estimated by the usual course of a day. From 14 days on, what today brings counts, too.',
  ),
  noneToday: text('今天没有待预测的时段。', 'Nothing is left to forecast today.'),
  arrivals: text('何时达到各级', 'When levels are reached'),
  arrival: text('{level}%（{visitors} 人）', '{level}% ({visitors})'),
  about: text('约 {at}', 'about {at}'),
  between: text('{earliest}—{latest}', '{earliest}–{latest}'),
  fromEarliest: text('最早 {earliest}', '{earliest} at the earliest'),
  perhaps: text('可能不会达到', 'perhaps not'),
  notExpected: text('今天预计达不到 80%。', '80% is not expected today.'),
  noLimit: text('未核定承载量，不预测级别。', 'Without a capacity no levels are forecast.'),
  ahead: text('未来七天', 'The next seven days'),
  day: text('日期', 'Day'),
  kind: text('日期类型', 'Kind of day'),
  peak: text('最高（P10—P90）', 'Peak (P10–P90)'),
  firstLevel: text('首次预警', 'First warning'),
  accuracy: text('预测误差（近 30 天）', 'Error of the forecast (30 days)'),
  summary: text(
    '{days} 天回测：平均误差 {mae} 人（{mape}），实际落在 P10—P90 的占 {coverage}（目标 80%）。',
    'Tested on {days} {days|day|days}: mean error in visitors {mae} ({mape}); {coverage} of counts lay within P10–P90 (80% aimed at).',
  ),
  better: text(
    '误差比“上周同日”小 {better}。',
    'The error is {better} smaller than that of “as on the same day last week”.',
  ),
  worse: text(
    '误差比“上周同日”大 {worse}。',
    'The error is {worse} larger than that of “as on the same day last week”.',
  ),
  untested: text('还没有可检验的日子。', 'No day could be tested yet.'),
  lead: text('提前', 'Ahead'),
  hours: text('{n} 小时', '{n} h'),
  dayBefore: text('前一天', 'The day before'),
  weekBefore: text('七天前', 'A week before'),
  mae: text('平均误差（人）', 'Mean error'),
  mape: text('平均误差（%）', 'Mean error (%)'),
  coverage: text('覆盖率', 'Coverage'),
} as const;
