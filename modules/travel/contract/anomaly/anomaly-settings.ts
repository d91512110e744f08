import { field } from '#kernel/field/field.ts';
import { settings } from '#kernel/settings/declare-settings-section.ts';
import { text } from '#kernel/text/text.ts';
import { anomalyCodes } from './anomaly-codes-actions-and-severities.ts';

const percent = { required: true, min: 1, max: 100, unit: '%' } as const;

/** Parameters of the anomaly rules that statutes and the ministry leave to the authority. */
export const anomalySettings = settings({
  name: 'travel/rules',
  label: text('团队异常规则', 'Team rules'),
  fields: {
    resting: field.checkbox(text('停用的规则', 'Disabled rules'), {
      options: anomalyCodes,
      initial: [],
    }),
    advisory: field.checkbox(text('只作人工核查的规则', 'Rules for manual review only'), {
      options: anomalyCodes,
      initial: [],
      hint: text('原为拦截的规则改为人工核查', 'Rules that would block are reviewed manually instead'),
    }),
    lead_hours: field.integer(text('提前备案（小时）', 'Advance filing (hours)'), {
      required: true,
      min: 0,
      max: 240,
      initial: 12,
    }),
    one_day_hours: field.integer(text('一日游提前备案（小时）', 'Advance filing for day trips (hours)'), {
      required: true,
      min: 0,
      max: 240,
      initial: 2,
    }),
    guidance_percent: field.integer(text('低于指导价的比例', 'Threshold against guidance price'), {
      ...percent,
      initial: 70,
    }),
    shopping_percent: field.integer(text('购物占游览时间上限', 'Maximum share of shopping in sightseeing time'), {
      ...percent,
      initial: 25,
    }),
    drivers_count: field.switch(text('驾驶员计入核定载客', 'Driver counts towards seating capacity'), { initial: '1' }),
    driving_hours: field.integer(text('24 小时内驾驶上限（小时）', 'Maximum driving within 24 h (hours)'), {
      required: true,
      min: 1,
      max: 24,
      initial: 8,
    }),
    guide_days: field.integer(text('导游连续带团上限（天）', 'Maximum consecutive days for a guide'), {
      required: true,
      min: 1,
      max: 60,
      initial: 12,
    }),
    teams_a_day: field.integer(text('单社单日团队数关注线', 'Teams per agency per day worth attention'), {
      required: true,
      min: 1,
      max: 10_000,
      initial: 60,
    }),
  },
});
