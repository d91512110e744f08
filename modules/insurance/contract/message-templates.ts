import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { text } from '#kernel/text/text.ts';

const name = { ...text('企业', 'Enterprise'), sample: '昆明某旅行社' };
const policy_no = { ...text('保单号', 'Policy number'), sample: 'PZDK202653010000001' };
const kind = { ...text('险种', 'Insurance type'), sample: '旅行社责任险' };
const reason = { ...text('原因', 'Reason'), sample: '保单号与扫描件不一致' };

export const policyVerified = messageTemplate({
  code: 'policy_verified',
  inbox: 'system',
  label: text('保单已核验', 'Policy verified'),
  text: text(
    '{name}的{kind}保单（{policy_no}）已核验。',
    'The {kind} policy of {name} ({policy_no}) has been verified.',
  ),
  places: { name, kind, policy_no },
});

export const policyMismatched = messageTemplate({
  code: 'policy_mismatched',
  inbox: 'system',
  label: text('保单核验不一致', 'Policy does not match'),
  text: text(
    '{name}的{kind}保单（{policy_no}）核验不一致，原因：{reason}。请更正后重新提交。',
    'The {kind} policy of {name} ({policy_no}) does not match. Reason: {reason}. Please correct it and submit again.',
  ),
  places: { name, kind, policy_no, reason },
});

export const policyChangeRefused = messageTemplate({
  code: 'policy_change_refused',
  inbox: 'system',
  label: text('保单批改未通过', 'Policy amendment rejected'),
  text: text(
    '{name}的{kind}保单（{policy_no}）的批改申请未通过，原因：{reason}。原登记内容不变。',
    'The amendment of the {kind} policy of {name} ({policy_no}) was rejected. Reason: {reason}. The registered details remain unchanged.',
  ),
  places: { name, kind, policy_no, reason },
});

export const policyCancelled = messageTemplate({
  code: 'policy_cancelled',
  inbox: 'system',
  label: text('保单已注销', 'Policy deregistered'),
  text: text(
    '{name}的{kind}保单（{policy_no}）已注销，原因：{reason}。',
    'The {kind} policy of {name} ({policy_no}) was deregistered. Reason: {reason}.',
  ),
  places: { name, kind, policy_no, reason },
});

const since = { ...text('断保之日', 'First uninsured day'), sample: '2026-11-23' };

export const coverLapsed = messageTemplate({
  code: 'cover_lapsed',
  inbox: 'todo',
  label: text('责任险已断保', 'Liability insurance lapsed'),
  text: text(
    '{name}自 {since} 起没有经核验的旅行社责任险保单，不得提交团队行程（旅游法第五十六条、第九十七条）。请立即投保并提交保单。',
    '{name} has had no verified travel agency liability policy since {since} and may not submit team itineraries (Tourism Law, Art. 56 and 97). Take out insurance and submit the policy at once.',
  ),
  places: { name, since },
  opens: 'insurance/policy?form=add',
});

export const coverLapsedHere = messageTemplate({
  code: 'cover_lapsed_here',
  inbox: 'todo',
  label: text('辖区旅行社断保', 'Uninsured agencies in your area'),
  text: text(
    '辖区内新增 {n} 家旅行社责任险断保，请核查并责令投保。',
    '{n} more {n|agency|agencies} in your area {n|has|have} lost liability insurance cover. Verify and order them to insure.',
  ),
  places: { n: { ...text('家数', 'Number of agencies'), sample: '3' } },
});

export const coverUrged = messageTemplate({
  code: 'cover_urged',
  inbox: 'todo',
  label: text('责令投保责任险', 'Ordered to take out liability insurance'),
  text: text(
    '{name}：{words} 请于 {date} 前投保旅行社责任险并提交保单（旅行社条例第四十九条）。',
    '{name}: {words} Please take out travel agency liability insurance and submit the policy by {date} (Regulations on Travel Agencies, Art. 49).',
  ),
  places: {
    name,
    words: { ...text('责令内容', 'Content of order'), sample: '经查你社责任险已断保' },
    date: { ...text('期限', 'Deadline'), sample: '2026-12-01' },
  },
  opens: 'insurance/policy?form=add',
});
