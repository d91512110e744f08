import { field } from '#kernel/field/field.ts';
import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { timeSeries } from '#kernel/module/time-series.ts';
import { text } from '#kernel/text/text.ts';
import { crowdLevels } from './spot-grade-crowd-level-and-gate-options.ts';

const people = { min: 0 } as const;
/** Most people that a gate counts in an interval, or that are inside (domain reference §2.G). */
export const mostCounted = 100_000;

/** Visitors of a spot, from gates, cameras and people (domain reference §2.G `scn_flow`). */
export const flow = timeSeries({
  name: 'scenic/flow',
  label: text('客流', 'Visitor flow'),
  of: 'scenic/spot',
  values: {
    inside: field.integer(text('在园人数', 'Inside'), { ...people, max: 1_000_000 }),
    entered: field.integer(text('入园人数', 'Entered'), { ...people, max: mostCounted }),
    departed: field.integer(text('出园人数', 'Left'), { ...people, max: mostCounted }),
    day_total: field.integer(text('当日累计', 'Entered today'), { ...people, max: 10_000_000 }),
    reserved: field.integer(text('当日预约', 'Reserved today'), { ...people, max: 10_000_000 }),
    parking: field.integer(text('已用车位', 'Parking spaces in use'), { min: 0, max: 1_000_000 }),
    quality: field.number(text('数据质量', 'Quality of the data'), {
      min: 0,
      max: 1,
      hint: text('0 至 1', '0 to 1'),
    }),
  },
  retention: { days: 100 },
  late: { days: 30 },
  by: 'day',
  every: 300,
  gapAfter: 3,
  pushed: {
    by: 'scenic/source',
    enabled: 'enabled',
    only: 'spot_id',
    suspect: ['inside', 'entered', 'departed'],
  },
  balance: { of: 'inside', adds: 'entered', takes: 'departed', total: 'day_total' },
  rolledUp: { values: ['inside', 'entered', 'day_total'], days: 1100 },
  levels: { of: 'inside', against: 'instant_max', steps: crowdLevels, downBy: 5, after: { minutes: 10 } },
});

const spot = { ...text('景区', 'Scenic spot'), sample: '石林风景区', needed: true } as const;
const level = { ...text('级别', 'Level'), sample: '橙色预警' };
const figures = {
  value: { ...text('在园人数', 'Inside'), sample: '10800' },
  limit: { ...text('承载量', 'Capacity'), sample: '12000' },
  percent: { ...text('百分比', 'Percentage'), sample: '90' },
};

/** For the people of the spot and officers of its area; by text message for those on duty. */
export const crowdWarning = messageTemplate({
  code: 'scenic_warning',
  urgency: 'alert',
  inbox: 'todo',
  label: text('景区承载量预警', 'Capacity warning'),
  text: text(
    '{name}{level}：{value} 人，达{basis} {limit} 的 {percent}%。请 10 分钟内确认并采取措施。',
    '{name}, {level}: {percent}% of the {basis} of {limit}, now {value}. Confirm within ten minutes and act.',
  ),
  places: { name: spot, level, ...figures, basis: { ...text('依据', 'Basis'), sample: '瞬时承载量' } },
});

/** As `crowdWarning`, before the level is reached, with the error of such forecasts beside it. */
export const forecastWarning = messageTemplate({
  code: 'scenic_forecast_warning',
  urgency: 'alert',
  inbox: 'todo',
  label: text('景区承载量预测预警', 'Capacity warning ahead'),
  text: text(
    '{name}预计约 {at}（{from} 至 {until}）达{level}，最多约 {value} 人，为承载量 {limit} 的 {percent}%；近 30 天预测误差 {error}%。请 10 分钟内确认并提前采取措施。',
    '{name} is expected to reach {level} about {at} ({from} to {until}), with up to {value} inside: {percent}% of {limit}. Forecasts were {error}% off in 30 days. Confirm within ten minutes and act ahead.',
  ),
  places: {
    name: spot,
    level,
    ...figures,
    at: { ...text('预计时间', 'Expected at'), sample: '11:05' },
    from: { ...text('最早', 'Earliest'), sample: '10:40' },
    until: { ...text('最迟', 'Latest'), sample: '11:50' },
    error: { ...text('误差', 'Error'), sample: '9' },
  },
});

/** For leaders: the spot has not confirmed a warning in time. */
export const warningUnconfirmed = messageTemplate({
  code: 'scenic_warning_unconfirmed',
  urgency: 'alert',
  inbox: 'todo',
  label: text('景区预警未确认', 'Warning not confirmed'),
  text: text(
    '{name}{level}发出 10 分钟仍未确认，值班电话 {phone}，请督办。',
    '{name} has not confirmed {level} within ten minutes. Its phone on duty is {phone}.',
  ),
  places: { name: spot, level, phone: { ...text('值班电话', 'Phone on duty'), sample: '0871-67711278' } },
});

/** As `warningUnconfirmed`, of a level that is only expected. */
export const forecastUnconfirmed = messageTemplate({
  code: 'scenic_forecast_unconfirmed',
  urgency: 'alert',
  inbox: 'todo',
  label: text('景区预测预警未确认', 'Warning ahead not confirmed'),
  text: text(
    '{name}预计约 {at} 达{level}，预测预警发出 10 分钟仍未确认，值班电话 {phone}，请督办。',
    '{name} is expected to reach {level} about {at}, and has not confirmed the warning within ten minutes. Its phone on duty is {phone}.',
  ),
  places: {
    name: spot,
    level,
    at: { ...text('预计时间', 'Expected at'), sample: '11:05' },
    phone: { ...text('值班电话', 'Phone on duty'), sample: '0871-67711278' },
  },
});

/** For the people of the spot and officers who watch visitor flows: the data has stopped while the spot is open. */
export const flowDataLost = messageTemplate({
  code: 'scenic_data_lost',
  urgency: 'alert',
  inbox: 'todo',
  label: text('景区客流数据中断', 'Visitor data lost'),
  text: text(
    '{name}客流数据自 {since} 起中断，请尽快恢复或人工上报。',
    'Visitor data of {name} has been missing since {since}. Restore it, or report by hand.',
  ),
  places: { name: spot, since: { ...text('时间', 'Time'), sample: '10:35' } },
});
