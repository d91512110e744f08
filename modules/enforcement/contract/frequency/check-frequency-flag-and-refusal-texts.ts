import { type Locale, locales, type Text, text, textIn } from '#kernel/text/text.ts';
import { enforcementDomains } from '#modules/library/contract/domain/enforcement-domain.ts';
import type { CheckToAssess, FrequencyAssessment, RepeatFlag, VisitOfEnterprise } from './assess-check-frequency.ts';

const texts = {
  cap: text(
    '本年度检查次数已达上限 {n}：“{domain}”领域 {risk} 级企业每年最多检查 {n} 次，已安排 {used} 次（{visits}）。依据：{basis}',
    'Yearly check limit {n} reached: an enterprise of class {risk} is checked at most {n} {n|time|times} a year in “{domain}”; {used} on record ({visits}). Basis: {basis}',
  ),
  none: text(
    '本年度检查次数已达上限 {n}：“{domain}”领域不对 {risk} 级企业开展计划内检查。依据：{basis}',
    'Yearly check limit {n} reached: there are no planned checks of class {risk} in “{domain}”. Basis: {basis}',
  ),
  item: text(
    '本年度检查次数已达上限 {n}：检查事项 {code} {name} 对同一企业每年最多 {n} 次（{visits}）。依据：该事项公布的年度检查次数上限',
    'Yearly check limit {n} reached: item {code} {name} is checked at most {n} {n|time|times} a year at an enterprise ({visits}). Basis: the limit published with the item',
  ),
  nil: text(
    '{name}最近 {n} 次检查该企业均未发现问题（{visits}），须先登记再次检查的理由并经批准。依据：{basis}',
    '{name} found nothing in the last {n} {n|visit|visits} of the enterprise ({visits}): a reason for another must be approved first. Basis: {basis}',
  ),
  joint: text(
    '其他部门 {days} 天内有检查安排（{visits}），请合并为一次联合检查，或者填写不合并的理由。依据：{basis}（综合查一次）',
    'Other departments plan checks within {days} {days|day|days} ({visits}): make it one joint check, or say why not. Basis: {basis} (one visit for all)',
  ),
  exempt: text(
    '个案、安全或者复查，不受年度检查次数上限限制，已记录：本年度计划内检查 {used} 次，上限 {n}',
    'Exempt from the yearly limit as a single case, for safety or a recheck, and recorded: {used} planned {used|check|checks} this year, limit {n}',
  ),
  separate: text('不合并检查的理由：{reason}', 'Reason for a separate check: {reason}'),
  visit: text('{day} {no}', '{day} {no}'),
  visitOf: text('{department} {day} {no}', '{department}, {day} {no}'),
  unnumbered: text('未编号', 'no number yet'),
  between: text('、', ', '),
} as const;

/** What is flagged, by the length of time. */
export const repeatFlagTexts: Readonly<Record<RepeatFlag['within'], Text>> = {
  day: text('频次提示：一日内第 {n} 次检查（多于 {most} 次）', 'Flag: check {n} in a day (more than {most})'),
  week: text('频次提示：七日内第 {n} 次检查（多于 {most} 次）', 'Flag: check {n} in 7 days (more than {most})'),
  month: text('频次提示：三十日内第 {n} 次检查（多于 {most} 次）', 'Flag: check {n} in 30 days (more than {most})'),
};

/** A text in every language, of values that differ by language. */
const inEach = (wording: Text, valuesIn: (locale: Locale) => Readonly<Record<string, unknown>>): Text =>
  Object.fromEntries(locales.map((one) => [one, textIn(wording, one, valuesIn(one))])) as unknown as Text;

const numbersOf = (visits: readonly VisitOfEnterprise[], locale: Locale, wording: Text = texts.visit) =>
  visits
    .map(({ day, check_no, department }) =>
      textIn(wording, locale, { day, department, no: check_no ?? texts.unnumbered[locale] }),
    )
    .join(texts.between[locale]);

const domainName = (domain: string, locale: Locale) =>
  (enforcementDomains as Readonly<Record<string, Text | undefined>>)[domain]?.[locale] ?? domain;

/** Why a check is refused, one text for each rule. */
export function frequencyRefusalTexts(
  { limits, domain, risk }: Pick<CheckToAssess, 'limits' | 'domain' | 'risk'>,
  { exempt, caps, officers }: FrequencyAssessment,
): readonly Text[] {
  const { basis } = limits;
  const reached = exempt ? [] : caps.filter((one) => one.reached);
  return [
    ...reached.map(({ item, most, visits }) =>
      inEach(item ? texts.item : most === 0 ? texts.none : texts.cap, (locale) => ({
        n: most,
        risk,
        basis,
        used: visits.length,
        domain: domainName(domain, locale),
        visits: numbersOf(visits, locale),
        ...item,
      })),
    ),
    ...officers
      .filter(({ allowed }) => !allowed)
      .map(({ name, visits }) =>
        inEach(texts.nil, (locale) => ({ name, basis, n: visits.length, visits: numbersOf(visits, locale) })),
      ),
  ];
}

/** Why a check is not approved on its own while other authorities plan one. */
export const jointCheckRefusalText = (
  { limits }: Pick<CheckToAssess, 'limits'>,
  visits: readonly VisitOfEnterprise[],
): Text =>
  inEach(texts.joint, (locale) => ({
    days: limits.joint_days,
    basis: limits.basis,
    visits: numbersOf(visits, locale, texts.visitOf),
  }));

/** What the timeline keeps of an approved check. */
export function frequencyNoteTexts(
  { exempt, caps, flags, joint }: FrequencyAssessment,
  separate: string | null | undefined,
): readonly Text[] {
  const [cap] = caps;
  return [
    ...(exempt && cap ? [inEach(texts.exempt, () => ({ used: cap.visits.length, n: cap.most }))] : []),
    ...flags.map(({ within, n, most }) => inEach(repeatFlagTexts[within], () => ({ n, most }))),
    ...(joint.length > 0 && separate ? [inEach(texts.separate, () => ({ reason: separate }))] : []),
  ];
}
