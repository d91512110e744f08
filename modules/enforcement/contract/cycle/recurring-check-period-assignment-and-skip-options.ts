import { text } from '#kernel/text/text.ts';

/** What the length of a period is counted in; by a crontab line, a period lasts from one of its days to the next. */
export const checkCyclePeriodUnits = {
  month: text('月', 'Months'),
  quarter: text('季度', 'Quarters'),
  year: text('年', 'Years'),
  cron: text('按日程（crontab）', 'By schedule (crontab)'),
} as const;
export type CheckCyclePeriodUnit = keyof typeof checkCyclePeriodUnits;

/** Who makes the checks of a cycle. */
export const checkCycleOfficerAssignments = {
  department: text('由部门派员', 'The department decides'),
  last: text('上次检查人员', 'Those of the last check'),
  rotate: text('轮流', 'In turn'),
  draw: text('随机', 'At random'),
} as const;

/** Why a cycle makes no check of an enterprise in a period. */
export const checkCycleSkipReasons = {
  suspended: text('停业或暂停经营', 'Suspended'),
  checked: text('本周期内已被检查', 'Checked within the period'),
  cap: text('已达年度检查上限', 'Yearly limit reached'),
} as const;
export type CheckCycleSkipReason = keyof typeof checkCycleSkipReasons;
