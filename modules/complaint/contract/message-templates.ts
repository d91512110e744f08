import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { text } from '#kernel/text/text.ts';

const no = { ...text('投诉编号', 'Complaint number'), sample: 'TS2026112900001', needed: true } as const;
const link = { ...text('进度查询地址', 'Address of the progress page'), sample: 'https://wl.example.gov.cn/complaint' };
const until = { ...text('截止日', 'Last day'), sample: '2026-12-04' };
const reason = { ...text('理由', 'Reason'), sample: '已由人民法院受理' };
const respondent = { ...text('被投诉人', 'Respondent'), sample: '昆明某旅行社' };

/** To the complainant, by text message in the language of the complaint. */
const toComplainant = { urgency: 'notice' } as const;

export const complaintRegistered = messageTemplate({
  ...toComplainant,
  code: 'complaint_registered',
  label: text('投诉已登记', 'Complaint registered'),
  text: text(
    '您的投诉已登记，编号 {no}，{until} 前答复是否受理。进度查询：{link}',
    'Your complaint is registered as {no}. You will be told by {until} whether it is accepted. Progress: {link}',
  ),
  places: { no, until, link },
});

export const complaintAccepted = messageTemplate({
  ...toComplainant,
  code: 'complaint_accepted',
  label: text('投诉已受理', 'Complaint accepted'),
  text: text(
    '您的投诉 {no} 已受理，将在 {until} 前处理完毕。进度查询：{link}',
    'Your complaint {no} is accepted and will be settled by {until}. Progress: {link}',
  ),
  places: { no, until, link },
});

export const complaintRefused = messageTemplate({
  ...toComplainant,
  code: 'complaint_refused',
  label: text('投诉不予受理', 'Complaint not accepted'),
  text: text(
    '您的投诉 {no} 不予受理，理由：{reason}。进度查询：{link}',
    'Your complaint {no} is not accepted: {reason}. Progress: {link}',
  ),
  places: { no, reason, link },
});

export const complaintTransferred = messageTemplate({
  ...toComplainant,
  code: 'complaint_transferred',
  label: text('投诉已转办', 'Complaint transferred'),
  text: text(
    '您的投诉 {no} 已转{office}办理。进度查询：{link}',
    'Your complaint {no} was transferred to {office}. Progress: {link}',
  ),
  places: { no, office: { ...text('机构', 'Office'), sample: '12315' }, link },
});

export const materialWanted = messageTemplate({
  ...toComplainant,
  code: 'complaint_material',
  label: text('投诉需要补正', 'Material for a complaint'),
  text: text(
    '您的投诉 {no} 需要补正材料，请在 {until} 前通过 {link} 提交。',
    'Material is missing for your complaint {no}. Please supply it by {until} at {link}',
  ),
  places: { no, until, link },
});

export const complaintEnded = messageTemplate({
  ...toComplainant,
  code: 'complaint_ended',
  label: text('投诉已办结', 'Complaint closed'),
  text: text('您的投诉 {no} 已办结，结果见 {link}', 'Your complaint {no} is closed. The result: {link}'),
  places: { no, link },
});

export const mediationTerminated = messageTemplate({
  ...toComplainant,
  code: 'complaint_terminated',
  label: text('投诉终止调解', 'Mediation terminated'),
  text: text(
    '您的投诉 {no} 终止调解，您可以向人民法院起诉，有仲裁约定的可以申请仲裁。详情：{link}',
    'Mediation of your complaint {no} has ended. You may sue or, where agreed, apply for arbitration. Details: {link}',
  ),
  places: { no, link },
});

export const mediationInvited = messageTemplate({
  ...toComplainant,
  code: 'complaint_mediation_invited',
  label: text('投诉调解邀请', 'Invitation to mediation'),
  text: text(
    '您的投诉 {no} 将于 {time} 调解，请通过 {link} 答复是否参加。',
    'Your complaint {no} will be mediated on {time}. Please answer at {link} whether you take part.',
  ),
  places: { no, time: { ...text('调解时间', 'Time of the session'), sample: '2026-12-03 10:00' }, link },
});

export const respondentInvited = messageTemplate({
  code: 'complaint_respondent_invited',
  inbox: 'todo',
  label: text('投诉调解通知', 'Session of mediation'),
  text: text(
    '投诉 {no} 将组织调解，时间和地点见投诉详情，请派人参加。',
    'Complaint {no} will be mediated. Time and place are on its page; please send somebody.',
  ),
  places: { no },
});

export const invitationAnswered = messageTemplate({
  code: 'complaint_invitation_answered',
  inbox: 'todo',
  label: text('投诉人答复了调解邀请', 'Complainant answered the invitation'),
  text: text(
    '投诉 {no}（{respondent}）的投诉人答复了调解邀请。',
    'The complainant of {no} ({respondent}) answered the invitation to mediation.',
  ),
  places: { no, respondent },
});

export const fulfilmentDenied = messageTemplate({
  code: 'complaint_fulfilment_denied',
  inbox: 'todo',
  label: text('投诉人称协议未履行', 'Agreement not fulfilled'),
  text: text(
    '投诉 {no} 的投诉人称{respondent}没有履行协议。',
    'The complainant of {no} says that {respondent} has not fulfilled the agreement.',
  ),
  places: { no, respondent },
});

export const complaintSupplemented = messageTemplate({
  code: 'complaint_supplemented',
  inbox: 'todo',
  label: text('投诉人已补正', 'Material supplied'),
  text: text(
    '投诉 {no}（{respondent}）的投诉人补交了材料。',
    'The complainant of {no} ({respondent}) supplied material.',
  ),
  places: { no, respondent },
});

export const complaintReopened = messageTemplate({
  code: 'complaint_reopened',
  inbox: 'todo',
  label: text('投诉重新处理', 'Complaint reopened'),
  text: text(
    '投诉 {no}（{respondent}）因新的事实重新处理。',
    'Complaint {no} ({respondent}) is reopened for new facts.',
  ),
  places: { no, respondent },
});

export const complaintToAnswer = messageTemplate({
  code: 'complaint_to_answer',
  inbox: 'todo',
  label: text('投诉待答复', 'Complaint to answer'),
  text: text(
    '有对{respondent}的投诉 {no}，请在 {until} 前答复并提交证据。',
    'There is a complaint about {respondent} ({no}). Please answer it with evidence by {until}.',
  ),
  places: { respondent, no, until },
});

export const complaintAnswered = messageTemplate({
  code: 'complaint_answered',
  inbox: 'todo',
  label: text('投诉已答复', 'Complaint answered'),
  text: text('{respondent}已答复投诉 {no}。', '{respondent} answered complaint {no}.'),
  places: { respondent, no },
});

export const complaintUnanswered = messageTemplate({
  code: 'complaint_unanswered',
  inbox: 'todo',
  label: text('投诉逾期未答复', 'Complaint not answered in time'),
  text: text('{respondent}逾期未答复投诉 {no}。', '{respondent} did not answer complaint {no} in time.'),
  places: { respondent, no },
});

export const complaintsGrow = messageTemplate({
  code: 'complaint_group_alert',
  inbox: 'todo',
  label: text('群体投诉预警', 'Many complaints about one respondent'),
  text: text(
    '{respondent}在{span}内被投诉 {n} 件，请关注。',
    '{n} {n|complaint|complaints} about {respondent} within {span}.',
  ),
  places: {
    respondent,
    n: { ...text('件数', 'Number'), sample: '5', needed: true },
    span: { ...text('时段', 'Span'), sample: '24 小时' },
  },
});

export const complaintChecked = messageTemplate({
  code: 'complaint_checked',
  inbox: 'todo',
  label: text('投诉线索的检查已有结果', 'Check of a complaint reviewed'),
  text: text(
    '由投诉 {no} 移送的对{respondent}的检查已有结果：{result}。',
    'The check of {respondent} that complaint {no} led to has a result: {result}.',
  ),
  places: {
    no,
    respondent,
    result: { ...text('检查结果', 'Result'), sample: '发现问题已责令改正', needed: true },
  },
});
