import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { text } from '#kernel/text/text.ts';

const no = { ...text('整改编号', 'Order number'), sample: 'ZG2026000001', needed: true } as const;
const name = { ...text('企业', 'Enterprise'), sample: '昆明某旅行社' };
const until = { ...text('改正截止日', 'To be corrected by'), sample: '2026-12-14', needed: true } as const;
const reason = { ...text('理由', 'Reason'), sample: '第 2 项照片看不清' };
const days = { ...text('天数', 'Days'), sample: '10' };

export const correctionOrdered = messageTemplate({
  code: 'reform_ordered',
  inbox: 'todo',
  label: text('责令改正', 'Ordered to correct'),
  text: text(
    '{name}被责令改正（{no}），请签收，并在 {until} 前逐项提交整改后照片。',
    '{name} is ordered to correct problems ({no}). Please confirm receipt and hand in pictures of each by {until}.',
  ),
  places: { name, no, until },
});

export const correctionReturned = messageTemplate({
  code: 'reform_returned',
  inbox: 'todo',
  label: text('整改情况被退回', 'Correction returned'),
  text: text(
    '整改 {no} 被退回，理由：{reason}。请在 {until} 前补充。',
    'Correction {no} was returned: {reason}. Please complete it by {until}.',
  ),
  places: { no, reason, until },
});

export const correctionPassed = messageTemplate({
  code: 'reform_passed',
  inbox: 'system',
  label: text('整改已办结', 'Correction closed'),
  text: text('{name}的整改 {no} 已通过复核并办结。', 'Correction {no} of {name} passed its review and is closed.'),
  places: { name, no },
});

export const correctionFailed = messageTemplate({
  code: 'reform_failed',
  inbox: 'system',
  label: text('现场复查未通过', 'On-site review failed'),
  text: text('整改 {no} 现场复查未通过：{opinion}', 'Correction {no} failed its on-site review: {opinion}'),
  places: { no, opinion: { ...text('复核意见', 'Findings'), sample: '消防通道仍堆放杂物' } },
});

export const extensionGranted = messageTemplate({
  code: 'reform_extended',
  inbox: 'system',
  label: text('整改延期已同意', 'Extension granted'),
  text: text(
    '整改 {no} 延期 {days} 天，截止日为 {until}。',
    'Correction {no} is extended to {until}, by {days} {days|day|days}.',
  ),
  places: { no, days, until },
});

export const extensionRefused = messageTemplate({
  code: 'reform_not_extended',
  inbox: 'todo',
  label: text('整改延期未同意', 'Extension refused'),
  text: text(
    '整改 {no} 的延期申请未获同意，理由：{reason}。请在 {until} 前完成整改。',
    'The extension of correction {no} was refused: {reason}. Please finish by {until}.',
  ),
  places: { no, reason, until },
});

export const correctionWithdrawn = messageTemplate({
  code: 'reform_cancelled',
  inbox: 'system',
  label: text('责令改正已撤销', 'Order withdrawn'),
  text: text('责令改正 {no} 已撤销，理由：{reason}。', 'Correction order {no} was withdrawn: {reason}.'),
  places: { no, reason },
});

export const correctionOverdue = messageTemplate({
  code: 'reform_overdue',
  inbox: 'todo',
  label: text('整改逾期', 'Correction overdue'),
  text: text(
    '{name}的整改 {no} 截至 {until} 未完成，已逾期。',
    'Correction {no} of {name} was due on {until} and is overdue.',
  ),
  places: { name, no, until },
});

/** By text message, to the enterprise and the officers, three days and one day before the last day and on it. */
export const correctionDue = messageTemplate({
  code: 'reform_due',
  label: text('整改将到期', 'Correction due soon'),
  text: text(
    '{name}的整改 {no} 截止日为 {until}，请按期完成并提交整改情况。',
    'Correction {no} of {name} is due on {until}. Please complete it and hand it in in time.',
  ),
  places: { name, no, until },
});

export const correctionSubmitted = messageTemplate({
  code: 'reform_submitted',
  inbox: 'todo',
  label: text('整改情况已提交', 'Correction handed in'),
  text: text(
    '{name}提交了整改 {no}（截止日 {until}），请复核。',
    '{name} handed in correction {no} (due {until}). Please review it.',
  ),
  places: { name, no, until },
});

export const extensionRequested = messageTemplate({
  code: 'reform_extension_requested',
  inbox: 'todo',
  label: text('企业申请整改延期', 'Extension of a correction requested'),
  text: text(
    '{name}申请延长整改 {no} 的期限（截止日 {until}），请决定。',
    '{name} asks for an extension of correction {no} (due {until}). Please decide.',
  ),
  places: { name, no, until },
});
