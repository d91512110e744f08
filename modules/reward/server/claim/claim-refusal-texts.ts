import { type Locale, type Text, text, textIn } from '#kernel/text/text.ts';

/** Texts of refusals. */
export const claimRefusalTexts = {
  notBegun: text('政策自 {date} 起施行', 'The policy takes effect on {date}'),
  notMeant: text(
    '本企业类型不在政策适用范围，适用于：{types}',
    'The policy does not apply to this type of enterprise, but to: {types}',
  ),
  notHere: text(
    '政策不适用于本企业所在地区，适用于：{areas}',
    'The policy does not apply to the area of this enterprise, but to: {areas}',
  ),
  credit: text(
    '企业信用等级为 {grade}，政策要求不低于 {least}',
    'Credit grade {grade}; the policy requires {least} or better',
  ),
  owes: text('还有追回的奖励资金未缴回：{no}', 'Clawback not yet repaid: {no}'),
  objected: text('还有 {n} 条异议待核查', '{n} {n|objection|objections} pending review'),
  notOwn: text('团队“{team}”不是本企业的团队', 'Team “{team}” does not belong to this enterprise'),
  undeclared: text('该政策要求出发前报备', 'This policy requires filing before departure'),
  lateDeclared: text(
    '团队“{team}”距出发不足 {hours} 小时，不能报备',
    'Team “{team}” departs in less than {hours} h and can no longer be filed',
  ),
  notFinished: text('团队“{team}”尚未结束', 'Team “{team}” has not ended'),
  late: text(
    '团队“{team}”于 {date} 结束，已超过 {days} 个工作日的申报时限',
    'Team “{team}” ended on {date}; the application period of {days} working {days|day|days} has passed',
  ),
  outside: text(
    '团队“{team}”于 {date} 结束，不在政策期限 {from} 至 {until} 内',
    'The last day of team “{team}” is {date}, outside the policy period {from} to {until}',
  ),
  added: text('报备后不能再增加团队', 'No team can be added after advance filing'),
  teamClaimed: text('团队“{team}”已在 {no} 中申报', 'Team “{team}” is already claimed in {no}'),
  claimed: text('游客 {name} 已在 {no} 中申报', 'Tourist {name} is already claimed in {no}'),
  papersMissing: text('还缺 {n} 种材料', '{n} required {n|document|documents} {n|is|are} missing'),
  short: text('预算不足：余 {left} 元，申报 {claimed} 元', 'Budget exhausted: CNY {left} left, CNY {claimed} claimed'),
  yearFull: text('本年度奖励已达企业上限 {most} 元', 'The enterprise has reached its annual cap of CNY {most}'),
  noRule: text(
    '该政策没有此类别的奖励标准，请改选：{kinds}',
    'The policy has no rule for this category. Choose one of: {kinds}',
  ),
  minimum: text(
    '团队“{team}”计奖 {guests} 人 {nights} 夜，标准为至少 {pax} 人 {least} 夜',
    'Team “{team}” has {guests} eligible {guests|guest|guests} and {nights} {nights|night|nights}; the minimum is {pax} {pax|guest|guests} and {least} {least|night|nights}',
  ),
  tooMuch: text('不得高于 {most} 元', 'Must not exceed CNY {most}'),
  notLess: text('应低于核定金额 {most} 元', 'Must be less than the approved amount of CNY {most}'),
  nothingBack: text('追回金额须大于零', 'The clawback amount must be above zero'),
  nothing: text(
    '核定金额须大于零；不予奖励的请用“不予奖励”',
    'The approved amount must be above zero; to grant nothing, use “Reject”',
  ),
  ownClaim: text(
    '本人代企业提交的申报，须由他人审核',
    'You submitted this application for the enterprise; someone else must review it',
  ),
  sameReviewer: text('初审与复审不能为同一人', 'The preliminary and final reviewer must be different people'),
  draftsOnly: text('只能删除草稿；其他申报请撤回', 'Only drafts can be deleted; withdraw other applications'),
  future: text('不得晚于今日', 'Must not be later than today'),
};

/** A text with a list of names at one of its placeholders. */
export function textWithNames(message: Text, place: string, names: readonly Text[]): Text {
  const filled = (locale: Locale, between: string) =>
    textIn(message, locale, { [place]: names.map((name) => name[locale]).join(between) });
  return text(filled('zh-cn', '、'), filled('en', ', '));
}
