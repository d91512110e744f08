import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { text } from '#kernel/text/text.ts';

const name = { ...text('被检查企业', 'Enterprise'), sample: '昆明某旅行社' } as const;
const no = { ...text('检查编号', 'Check number'), sample: 'JC530102202611290001', needed: true } as const;
const from = { ...text('检查时间', 'Time of the visit'), sample: '2026-12-02 09:30', needed: true } as const;
const team = {
  ...text('执法人员', 'Officers'),
  sample: '张三（YN-000001）、李四（YN-000002）',
  needed: true,
} as const;
const items = { ...text('检查事项', 'Items'), sample: '许可证、责任险', needed: true } as const;
const department = { ...text('组织部门', 'Department'), sample: '五华区文化和旅游局' } as const;

/** Messages about checks (domain reference Appendix E: check notice, scan-in). */
export const checkNotice = messageTemplate({
  code: 'check_notice',
  inbox: 'todo',
  label: text('行政检查通知', 'Notice of a check'),
  text: text(
    '{department}将于 {from} 对{name}进行检查（{no}）。执法人员：{team}。检查事项：{items}。您有权要求出示执法证件、陈述申辩、拒绝不合法的检查。',
    '{department} will check {name} at {from} ({no}). Officers: {team}. Items: {items}. You may ask for credentials, state your case, and refuse an unlawful check.',
  ),
  places: { department, name, no, from, team, items },
});

export const checkBegun = messageTemplate({
  code: 'check_begun',
  inbox: 'todo',
  urgency: 'alert',
  label: text('执法人员已入企', 'Officers have arrived'),
  text: text(
    '两名执法人员已到{name}检查（{no}）：{team}。检查事项：{items}。可在“检查任务”中核验身份，检查后可以评价。',
    'Two officers have arrived at {name} for check {no}: {team}. Items: {items}. Verify who they are in “Checks”, and rate the check afterwards.',
  ),
  places: { name, no, team, items },
});

export const checkReviewed = messageTemplate({
  code: 'check_reviewed',
  inbox: 'system',
  label: text('检查结果', 'Result of a check'),
  text: text(
    '{name}的检查（{no}）结果：{result}。对结果有异议的，可在检查记录中提出。',
    'The result of check {no} of {name}: {result}. An objection can be filed on the record of the check.',
  ),
  places: { name, no, result: { ...text('检查结果', 'Result'), sample: '未发现问题', needed: true } },
});

export const checkCancelled = messageTemplate({
  code: 'check_cancelled',
  inbox: 'system',
  label: text('检查已取消', 'Check cancelled'),
  text: text('对{name}的检查（{no}）已取消：{reason}。', 'Check {no} of {name} was cancelled: {reason}.'),
  places: { name, no, reason: { ...text('理由', 'Reason'), sample: '与其他部门合并检查', needed: true } },
});

export const checkRearranged = messageTemplate({
  code: 'check_rearranged',
  inbox: 'todo',
  label: text('检查安排变更', 'Check rearranged'),
  text: text(
    '对{name}的检查（{no}）安排有变更。检查时间：{from}；执法人员：{team}。',
    'The check of {name} ({no}) was rearranged: {from}, by {team}.',
  ),
  places: { name, no, from, team },
});

/** For the officers of a check. */
export const checkAssigned = messageTemplate({
  code: 'check_assigned',
  inbox: 'todo',
  label: text('检查任务派遣', 'Check assigned'),
  text: text(
    '请接收检查任务 {no}：{name}，{from}。检查人员：{team}。',
    'Please accept check {no}: {name}, {from}. Officers: {team}.',
  ),
  places: { name, no, from, team },
});

export const checkReturned = messageTemplate({
  code: 'check_returned',
  inbox: 'todo',
  label: text('检查笔录退回', 'Record of a check returned'),
  text: text(
    '{name}的检查笔录（{no}）被退回补正：{reason}。',
    'The record of check {no} of {name} was returned: {reason}.',
  ),
  places: { name, no, reason: { ...text('理由', 'Reason'), sample: '照片不清晰', needed: true } },
});

export const checkAppealAnswered = messageTemplate({
  code: 'check_appeal_answered',
  inbox: 'system',
  label: text('检查异议已答复', 'Appeal against a check answered'),
  text: text(
    '对{name}的检查提出的异议已答复：{result}。{answer}',
    'Your appeal against the check of {name} was answered: {result}. {answer}',
  ),
  places: {
    name: { ...text('检查对象', 'Who was checked'), sample: '昆明某旅行社' },
    result: { ...text('结论', 'Conclusion'), sample: '异议不成立', needed: true },
    answer: { ...text('答复', 'Answer'), sample: '经核实，照片为现场拍摄' },
  },
});

/** For the officers of a check, and those who approve checks. */
export const checkDayPassed = messageTemplate({
  code: 'check_day_passed',
  inbox: 'todo',
  urgency: 'alert',
  label: text('检查任务逾期', 'Check overdue'),
  text: text(
    '{name}的检查任务 {no} 应于 {until} 前完成，至今未实施。检查人员：{team}。',
    'Check {no} of {name} was to be done by {until} and has not begun. Officers: {team}.',
  ),
  places: {
    name,
    no,
    team: { ...text('执法人员', 'Officers'), sample: '张三（YN-000001）、李四（YN-000002）' },
    until: { ...text('完成期限', 'To be done by'), sample: '2026-12-10', needed: true },
  },
});

export const checkMessages = [
  checkAppealAnswered,
  checkDayPassed,
  checkNotice,
  checkBegun,
  checkReviewed,
  checkCancelled,
  checkRearranged,
  checkAssigned,
  checkReturned,
] as const;
