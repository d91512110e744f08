import { messageTemplate } from '#kernel/message-template.ts';
import { text } from '#kernel/text.ts';

const name = { ...text('企业', 'Enterprise'), sample: '昆明某旅行社' };
const policy_no = { ...text('保单号', 'Policy number'), sample: 'PZDK202653010000001' };
const reason = { ...text('原因', 'Reason'), sample: '保单号与扫描件不一致' };

export const policyVerified = messageTemplate({
  code: 'policy_verified',
  inbox: 'system',
  label: text('保单已核验', 'Policy verified'),
  words: text('{name}的保单 {policy_no} 已核验。', 'The policy {policy_no} of {name} has been verified.'),
  places: { name, policy_no },
});

export const policyMismatched = messageTemplate({
  code: 'policy_mismatched',
  inbox: 'system',
  label: text('保单核验不一致', 'Policy not verified'),
  words: text(
    '{name}的保单 {policy_no} 核验不一致，原因：{reason}。请更正后重新提交。',
    'The policy {policy_no} of {name} does not match: {reason}. Please correct it and submit it again.',
  ),
  places: { name, policy_no, reason },
});

export const policyChangeRefused = messageTemplate({
  code: 'policy_change_refused',
  inbox: 'system',
  label: text('保单批改未通过', 'Change of policy refused'),
  words: text(
    '{name}的保单 {policy_no} 的批改申请未通过，原因：{reason}。原登记内容不变。',
    'The change of policy {policy_no} of {name} was refused: {reason}. What is on record stays.',
  ),
  places: { name, policy_no, reason },
});

export const policyCancelled = messageTemplate({
  code: 'policy_cancelled',
  inbox: 'system',
  label: text('保单已注销', 'Policy cancelled'),
  words: text(
    '{name}的保单 {policy_no} 已注销，原因：{reason}。',
    'The policy {policy_no} of {name} was cancelled: {reason}.',
  ),
  places: { name, policy_no, reason },
});
