import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { text } from '#kernel/text/text.ts';

const no = { ...text('申报编号', 'Application number'), sample: 'JL2026000123' } as const;
/** Placeholders naming the application; an edited text may omit them. */
const called = {
  name: { ...text('申报企业', 'Applicant enterprise'), sample: '昆明某旅行社' },
  kind: { ...text('类别', 'Category'), sample: '过夜游' },
  period: { ...text('申报月份', 'Month of application'), sample: '2026-11' },
} as const;
const reason = { ...text('原因', 'Reason'), sample: '住宿发票与行程日期不符', needed: true } as const;
const amount = { ...text('金额（元）', 'Amount (CNY)'), sample: '5400.00', needed: true } as const;

/** Notices to an enterprise about its applications (domain reference Appendix E: reward returned, approved, paid). */
export const rewardReturned = messageTemplate({
  code: 'reward_returned',
  inbox: 'todo',
  label: text('奖励申报退回补正', 'Reward application returned for correction'),
  text: text(
    '{name} {period} 的“{kind}”奖励申报（{no}）被退回补正，原因：{reason}。',
    'The “{kind}” reward application of {name} for {period} ({no}) was returned for correction. Reason: {reason}.',
  ),
  places: { ...called, no, reason },
});

export const rewardRejected = messageTemplate({
  code: 'reward_rejected',
  inbox: 'system',
  label: text('不予奖励', 'Reward rejected'),
  text: text(
    '{name} {period} 的“{kind}”奖励申报（{no}）不予奖励，原因：{reason}。',
    'No reward is granted for the “{kind}” reward application of {name} for {period} ({no}). Reason: {reason}.',
  ),
  places: { ...called, no, reason },
});

export const rewardPublished = messageTemplate({
  code: 'reward_published',
  inbox: 'system',
  label: text('奖励申报公示', 'Reward on public notice'),
  text: text(
    '{name} {period} 的“{kind}”奖励申报（{no}）已通过审核，核定 {amount} 元，公示至 {date}。',
    'The “{kind}” reward application of {name} for {period} ({no}) was approved for CNY {amount} and is on public notice until {date}.',
  ),
  places: { ...called, no, amount, date: { ...text('公示截止', 'Public notice ends'), sample: '2026-11-30' } },
});

export const rewardObjected = messageTemplate({
  code: 'reward_objected',
  inbox: 'system',
  label: text('奖励公示有异议', 'Objection to a reward'),
  text: text(
    '{name} {period} 的“{kind}”奖励申报（{no}）公示期间有异议，正在核查：{reason}。',
    'An objection was raised to the “{kind}” reward application of {name} for {period} ({no}) during public notice and is being verified: {reason}.',
  ),
  places: { ...called, no, reason },
});

export const rewardApproved = messageTemplate({
  code: 'reward_approved',
  inbox: 'system',
  label: text('奖励公示无异议', 'No objection to reward'),
  text: text(
    '{name} {period} 的“{kind}”奖励申报（{no}）公示无异议，核定 {amount} 元，等待拨付。',
    'No objection was raised to the “{kind}” reward application of {name} for {period} ({no}). CNY {amount} approved, awaiting payment.',
  ),
  places: { ...called, no, amount },
});

export const rewardPaid = messageTemplate({
  code: 'reward_paid',
  inbox: 'system',
  label: text('奖励已拨付', 'Reward paid'),
  text: text(
    '{name} {period} 的“{kind}”奖励申报（{no}）的 {amount} 元已拨付，凭证号 {payment_no}。',
    'CNY {amount} for the “{kind}” reward application of {name} for {period} ({no}) has been paid; voucher number {payment_no}.',
  ),
  places: { ...called, no, amount, payment_no: { ...text('凭证号', 'Voucher number'), sample: 'BF20261122-08' } },
});

export const rewardReduced = messageTemplate({
  code: 'reward_reduced',
  inbox: 'legal',
  label: text('奖励金额核减', 'Reward reduced'),
  text: text(
    '{name} {period} 的“{kind}”奖励申报（{no}）的核定金额核减为 {amount} 元，原因：{reason}。',
    'The approved amount of the “{kind}” reward application of {name} for {period} ({no}) was reduced to CNY {amount}. Reason: {reason}.',
  ),
  places: { ...called, no, amount, reason },
});

export const rewardClawedBack = messageTemplate({
  code: 'reward_clawed_back',
  inbox: 'legal',
  label: text('奖励资金追回', 'Reward clawback'),
  text: text(
    '{name} {period} 的“{kind}”奖励申报（{no}）的 {amount} 元予以追回，原因：{reason}。',
    'CNY {amount} of the “{kind}” reward application of {name} for {period} ({no}) is to be repaid. Reason: {reason}.',
  ),
  places: { ...called, no, amount, reason },
});
