import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { rewardKinds, rewardUnits } from '../contract/reward-kinds-units-and-check-codes.ts';
import type { RewardRuleSummary } from '../contract/reward-policy-summary.ts';

/** An amount for display: `1,000,000.00`. */
export const formatAmount = (wire: string): string =>
  Number(wire).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const texts = {
  // in English the number comes last, so that no plural is needed
  pax: text('≥ {n} 人', 'guests ≥ {n}'),
  nights: text('≥ {n} 夜', 'nights ≥ {n}'),
  vehicles: text('≥ {n} 车', 'vehicles ≥ {n}'),
  scenic: text('≥ {n} 个收费景点', 'paid attractions ≥ {n}'),
  year: text('全年累计 ≥ {n} 人', 'guests per year ≥ {n}'),
  amount: text('{amount} 元/{unit}', 'CNY {amount} per {unit}'),
  group: text('每团最多 {sum} 元', 'max. CNY {sum} per team'),
  cap: text('每企业全年最多 {sum} 元', 'max. CNY {sum} per enterprise per year'),
  exclude: text('不计{area}游客', 'excluding guests from {area}'),
};

/** Conditions of a step, one text each. */
export const ruleRequirementTexts = (rule: RewardRuleSummary): readonly string[] => [
  translate(texts.pax, { n: rule.min_pax }),
  ...(rule.min_nights > 0 ? [translate(texts.nights, { n: rule.min_nights })] : []),
  ...(rule.min_vehicles ? [translate(texts.vehicles, { n: rule.min_vehicles })] : []),
  ...(rule.min_scenic ? [translate(texts.scenic, { n: rule.min_scenic })] : []),
  ...(rule.min_year ? [translate(texts.year, { n: rule.min_year })] : []),
];

/** Limits of the amount. */
export const ruleLimitTexts = (rule: RewardRuleSummary): readonly string[] => [
  ...(rule.cap_per_group ? [translate(texts.group, { sum: formatAmount(rule.cap_per_group) })] : []),
  ...(rule.cap_per_year ? [translate(texts.cap, { sum: formatAmount(rule.cap_per_year) })] : []),
  ...(rule.exclude ? [translate(texts.exclude, { area: rule.exclude })] : []),
];

export const rewardKindText = (kind: string): string => {
  const label = Object.entries(rewardKinds).find(([name]) => name === kind)?.[1];
  return label ? translate(label) : kind;
};

/** Amount and unit. */
export function ruleAmountText({ amount, unit }: RewardRuleSummary): string {
  const label = Object.entries(rewardUnits).find(([name]) => name === unit)?.[1];
  return translate(texts.amount, { amount: formatAmount(amount), unit: label ? translate(label).toLowerCase() : unit });
}
