import { text } from '#kernel/text/text.ts';

/** What the platform looks for in a team, by the code the field knows it by (domain reference §2.E). */
export const anomalyCodes = {
  I01: text('车辆时间冲突', 'Vehicle double-booked'),
  I02: text('导游、驾驶员时间冲突', 'Guide or driver double-booked'),
  I03: text('驾驶员疲劳驾驶', 'Driving too long'),
  I04: text('超过核载人数', 'Over seating capacity'),
  I05: text('低于诚信旅游指导价', 'Below the guidance price'),
  I06: text('零负团费', 'Zero-fee or below-cost tour'),
  I07: text('购物过多', 'Excessive shopping'),
  I08: text('游客重复申报', 'Tourist on two teams'),
  I09: text('证件于行程期间到期', 'Document expires during the trip'),
  I10: text('偏离行程或滞留未列购物点', 'Off the route, or long stop at an unlisted shop'),
  I11: text('迟报、补报', 'Filed late or after departure'),
  I12: text('入园人数不符', 'Gate headcount differs'),
  I13: text('导游连续带团过久', 'Guide without a day of rest'),
  I14: text('无团旅游车辆', 'Tour coach without a team'),
  I15: text('老人、未成年人较多而无预案', 'Many elderly or minors without an emergency plan'),
  I16: text('一日游低于门票价', 'Day trip priced below its tickets'),
  I17: text('组团数与人员不符', 'More teams than staff'),
  I18: text('重复使用游客名单', 'Tourist list reused'),
} as const;
export type AnomalyCode = keyof typeof anomalyCodes;

/** What follows from a finding: the filing is refused, an officer reviews it, or it is only recorded. */
export const ruleActions = {
  block: { ...text('拦截', 'Block'), tone: 'bad' },
  review: { ...text('人工核查', 'Manual review'), tone: 'warning' },
  log: { ...text('仅记录', 'Log only'), tone: 'muted' },
} as const;
export type RuleAction = keyof typeof ruleActions;

/** How grave a finding is. Officers on duty are notified of 3. */
export const severities = {
  '1': { ...text('一般', 'Minor'), tone: 'muted' },
  '2': { ...text('较重', 'Major'), tone: 'warning' },
  '3': { ...text('严重', 'Critical'), tone: 'bad' },
} as const;
export type Severity = keyof typeof severities;
