import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { capacityMeasures } from '#modules/system/contract/travel-reward-and-incident-option-lists.ts';
import { crowdWarningLifecycle } from './crowd-warning-lifecycle.ts';
import { warningBases, warningLevels } from './spot-grade-crowd-level-and-gate-options.ts';

const server = { write: 'server' } as const;
const offered = { ...server, list: 'offered' } as const;
const onForecast = { shownWhen: { by: 'basis', of: ['forecast'] } } as const;
/** Warnings of a level that was reached: one that was only expected is followed by another when it is. */
const reached = ['basis', '<>', 'forecast'] as const;
const acts = ['index', 'confirm', 'control', 'act', 'account'] as const;

/** A spot that fills up, from the level it reaches to the report (domain reference §2.G `scn_warning`). */
export const warning = resource({
  name: 'scenic/warning',
  label: text('承载量预警', 'Capacity warnings'),
  icon: 'warning',
  title: 'no',
  heading: ['spot_id', 'no'],
  scope: 'parent',
  partOf: 'spot_id',
  order: ['id', 'desc'],
  actions: ['index', 'export'],
  members: { owner: acts, operator: acts, viewer: ['index'] },
  empty: text('没有承载量预警', 'No capacity warnings'),
  remark: text(
    '达承载量 80%、90%、100% 立即升级；低于该级 5 个百分点满 10 分钟才降级。预计将达到的，提前发出。',
    'Raised at once at 80, 90 and 100 %, and ahead of time where a level is expected; lowered only after ten minutes five points below.',
  ),
  sections: {
    warning: text('预警', 'Warning'),
    response: text('处置', 'Response'),
    account: text('报告', 'Report'),
  },
  listed: [
    'no',
    'spot_id',
    'level',
    'basis',
    'status',
    'due_at',
    'percent',
    'expected_at',
    'value',
    'against',
    'raised_at',
    'confirmed_at',
    'cleared_at',
    'peak_level',
    'area_code',
  ],
  measures: {
    warnings: {
      label: text('承载量预警', 'Capacity warnings'),
      by: ['peak_level', 'level', 'status', 'basis'],
      at: 'raised_at',
      where: [reached],
    },
    confirmed_in_time: {
      label: text('按时确认率（%）', 'Confirmed in time (%)'),
      percent: { where: [['confirmed_late', '=', '0']] },
      by: ['peak_level'],
      at: 'raised_at',
      where: [['confirmed_at', 'NOT NULL'], reached],
    },
  },
  fields: {
    no: field.identifier(text('预警编号', 'Number'), {
      number: 'CZ{yyyy}{seq:5}',
      search: true,
      unique: true,
      section: 'warning',
    }),
    spot_id: field.reference(text('景区', 'Scenic spot'), {
      to: 'scenic/spot',
      required: true,
      search: true,
      section: 'warning',
    }),
    basis: field.select(text('依据', 'Measured against'), { ...server, options: warningBases, section: 'warning' }),
    level: field.select(text('当前级别', 'Level'), { ...server, options: warningLevels, section: 'warning' }),
    peak_level: field.select(text('最高级别', 'Highest level'), {
      ...server,
      options: warningLevels,
      section: 'warning',
    }),
    value: field.integer(text('人数', 'Visitors'), { ...server, section: 'warning' }),
    against: field.integer(text('承载量', 'Capacity'), { ...server, section: 'warning' }),
    percent: field.integer(text('占比', 'Share'), { ...server, unit: '%', section: 'warning' }),
    raised_at: field.datetime(text('发出时间', 'Raised at'), { ...server, section: 'warning' }),
    level_at: field.datetime(text('本级开始', 'At this level since'), { ...offered, section: 'warning' }),
    expected_at: field.datetime(text('预计达到', 'Expected at'), { ...offered, ...onForecast, section: 'warning' }),
    expected_from: field.datetime(text('最早', 'At the earliest'), { ...offered, ...onForecast, section: 'warning' }),
    expected_until: field.datetime(text('最迟', 'At the latest'), { ...offered, ...onForecast, section: 'warning' }),
    forecast_error: field.integer(text('近 30 天预测误差', 'Forecast error (30 days)'), {
      ...offered,
      ...onForecast,
      unit: '%',
      section: 'warning',
    }),
    peak: field.integer(text('最多人数', 'Most visitors'), { ...server, list: 'offered', section: 'warning' }),
    peak_at: field.datetime(text('最多时', 'Most at'), { ...offered, section: 'warning' }),
    cleared_at: field.datetime(text('解除时间', 'Cleared at'), { ...server, section: 'warning' }),
    requested_at: field.datetime(text('提请确认时间', 'Confirmation requested at'), {
      ...offered,
      section: 'response',
    }),
    confirmed_at: field.datetime(text('确认时间', 'Confirmed at'), { ...server, section: 'response' }),
    confirmed_late: field.switch(text('逾期确认', 'Confirmed late'), { ...offered, alarms: true, section: 'response' }),
    controlled_at: field.datetime(text('管控开始', 'Control began'), { ...offered, section: 'response' }),
    measures: field.selects(text('已采取措施', 'Measures'), {
      ...offered,
      optionList: capacityMeasures,
      max: 20,
      section: 'response',
    }),
    turned_away: field.integer(text('劝返人数', 'Turned away'), {
      ...server,
      list: 'offered',
      section: 'response',
      quantity: true,
    }),
    called_at: field.datetime(text('最近通话', 'Last call'), { ...offered, section: 'response' }),
    announced_at: field.datetime(text('公告时间', 'Notice published at'), { ...offered, section: 'response' }),
    notice: field.textarea(text('公告', 'Notice'), { ...offered, max: 300, screened: true, section: 'response' }),
    notice_en: field.textarea(text('英文公告', 'Notice in English'), { ...offered, max: 600, section: 'response' }),
    account: field.textarea(text('经过与措施', 'Course and measures'), { ...offered, max: 3000, section: 'account' }),
    lessons: field.textarea(text('改进', 'What will be better'), { ...offered, max: 2000, section: 'account' }),
    accounted_at: field.datetime(text('报告时间', 'Report handed in at'), { ...offered, section: 'account' }),
    verdict: field.textarea(text('复盘意见', 'Verdict'), { ...offered, max: 1000, section: 'account' }),
    reviewed_at: field.datetime(text('复盘时间', 'Reviewed at'), { ...offered, section: 'account' }),
    reviewed_by: field.reference(text('复盘人', 'Reviewed by'), {
      ...offered,
      to: 'auth/admin',
      reach: 'all',
      related: false,
      section: 'account',
      reads: 'review',
    }),
    area_code: field.area(text('地区', 'Area'), { through: 'spot_id' }),
  },
  life: crowdWarningLifecycle,
});
export interface Warning extends Row<typeof warning> {}
