import { type Text, text } from '#kernel/text/text.ts';
import type { AnomalyCode } from './anomaly-codes-actions-and-severities.ts';

/** A threshold with its bounds: an area cannot set it laxer than the law. */
export interface ThresholdBounds extends Text {
  readonly code: AnomalyCode;
  readonly unit: Text;
  readonly min: number;
  readonly max: number;
}

const percent = text('%', '%');
const hours = text('小时', 'h');
const minutes = text('分钟', 'min');
const one = (code: AnomalyCode, label: Text, unit: Text, min: number, max: number): ThresholdBounds => ({
  ...label,
  code,
  unit,
  min,
  max,
});

/** Thresholds an area may set for itself, named `<rule>.<parameter>` (domain reference §2.E). */
export const areaThresholdBounds = {
  // 道路运输从业人员管理规定: eight hours a day, four without a break; an area may be stricter, not laxer
  'I03.day_hours': one('I03', text('24 小时内驾驶上限', 'Maximum driving within 24 h'), hours, 4, 8),
  'I03.stretch_hours': one('I03', text('连续驾驶上限', 'Maximum continuous driving'), hours, 2, 4),
  'I03.rest_minutes': one('I03', text('中途休息', 'Rest break'), minutes, 20, 60),
  'I05.percent': one('I05', text('低于指导价的比例', 'Threshold against guidance price'), percent, 30, 100),
  'I07.percent': one(
    'I07',
    text('购物占游览时间上限', 'Maximum share of shopping in sightseeing time'),
    percent,
    5,
    60,
  ),
  'I07.shops_a_day': one('I07', text('每天购物点上限', 'Maximum shops per day'), text('个', 'shops'), 0, 3),
  'I10.shop_minutes': one('I10', text('未列购物点停留', 'Stay at an unlisted shop'), minutes, 10, 120),
  'I10.off_minutes': one('I10', text('偏离线路时长', 'Time off route'), minutes, 5, 240),
  'I10.off_km': one('I10', text('偏离线路距离', 'Distance off route'), text('公里', 'km'), 5, 100),
  'I11.lead_hours': one('I11', text('提前备案', 'Advance filing'), hours, 0, 240),
  'I11.one_day_hours': one('I11', text('一日游提前备案', 'Advance filing for day trips'), hours, 0, 240),
  'I12.percent': one('I12', text('入园人数相差', 'Gate headcount difference'), percent, 5, 80),
  'I13.days': one('I13', text('导游连续带团上限', 'Maximum consecutive days for a guide'), text('天', 'days'), 6, 60),
  'I14.grace_hours': one('I14', text('空驶时段', 'Empty running before and after a team'), hours, 0, 24),
  'I14.captures': one('I14', text('最少抓拍次数', 'Minimum captures'), text('次', 'times'), 1, 50),
  'I15.percent': one('I15', text('老人、未成年人占比', 'Share of seniors and minors'), percent, 10, 80),
  'I17.teams': one('I17', text('单社单日团队数', 'Teams per agency per day'), text('个', 'teams'), 5, 1000),
  'I17.teams_each': one('I17', text('每名人员日团队数', 'Teams per staff member per day'), text('个', 'teams'), 1, 20),
} as const satisfies Readonly<Record<string, ThresholdBounds>>;
export type AreaThresholdName = keyof typeof areaThresholdBounds;

export const isAreaThresholdName = (name: string): name is AreaThresholdName =>
  Object.hasOwn(areaThresholdBounds, name);
