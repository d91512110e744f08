import { messageTemplate } from '#kernel/message-template.ts';
import { text } from '#kernel/text.ts';
import { invitationNotice, invitationScreen } from './invitation.ts';

const name = { ...text('企业名称', 'Enterprise'), sample: '昆明滇池国际旅行社有限公司' } as const;
const reason = { ...text('原因', 'Reason'), sample: '缺材料：请补交营业执照副本', needed: true } as const;

export const submitted = messageTemplate({
  code: 'enterprise_submitted',
  inbox: 'system',
  label: text('登记已提交', 'Registration submitted'),
  words: text(
    '{name}的登记已提交，查询编号 {query_no}。主管部门将在 5 个工作日内审核。',
    'The registration of {name} has been submitted; query number {query_no}. It will be audited within 5 working days.',
  ),
  places: { name, query_no: { ...text('查询编号', 'Query number'), sample: 'ZC2026112200001', needed: true } },
});

export const returned = messageTemplate({
  code: 'enterprise_returned',
  inbox: 'todo',
  label: text('登记退回修改', 'Registration returned'),
  words: text(
    '{name}的登记被退回修改，原因：{reason}。请登录后更正并重新提交。',
    'The registration of {name} was returned: {reason}. Please sign in, correct it and submit it again.',
  ),
  places: { name, reason },
});

export const rejected = messageTemplate({
  code: 'enterprise_rejected',
  inbox: 'todo',
  label: text('登记未予通过', 'Registration rejected'),
  words: text('{name}的登记未予通过，原因：{reason}。', 'The registration of {name} was rejected: {reason}.'),
  places: { name, reason },
});

export const activated = messageTemplate({
  code: 'enterprise_activated',
  inbox: 'system',
  label: text('登记通过审核', 'Registration passed'),
  words: text(
    '{name}已通过审核，监管码已发放。请登录查看。',
    '{name} has passed the audit and has its supervision code. Sign in to see it.',
  ),
  places: { name },
});

export const suspended = messageTemplate({
  code: 'enterprise_suspended',
  inbox: 'system',
  label: text('责令停业整顿', 'Suspension ordered'),
  words: text(
    '{name}被责令停业整顿，期限 {period}，文书号 {document_no}。',
    '{name} has been ordered to suspend its business {period}; document {document_no}.',
  ),
  places: {
    name,
    period: { ...text('停业期限', 'Period'), sample: '2026-11-23 至 2026-12-22' },
    document_no: { ...text('文书号', 'Document number'), sample: '昆文旅停字〔2026〕1号', needed: true },
  },
});

export const resumed = messageTemplate({
  code: 'enterprise_resumed',
  inbox: 'system',
  label: text('恢复经营', 'Business resumed'),
  words: text('{name}已获准恢复经营，文书号 {document_no}。', '{name} may do business again; document {document_no}.'),
  places: {
    name,
    document_no: { ...text('文书号', 'Document number'), sample: '昆文旅复字〔2026〕1号', needed: true },
  },
});

export const changed = messageTemplate({
  code: 'enterprise_changed',
  inbox: 'system',
  label: text('变更申请已通过', 'Change approved'),
  words: text(
    '{name}的变更申请已通过，登记信息已更新。',
    'The change {name} asked for was approved and is on record now.',
  ),
  places: { name },
});

export const changeRefused = messageTemplate({
  code: 'enterprise_change_refused',
  inbox: 'todo',
  label: text('变更申请未通过', 'Change refused'),
  words: text(
    '{name}的变更申请未通过，原因：{reason}。原登记信息继续有效。',
    'The change {name} asked for was refused: {reason}. The registered details stay valid.',
  ),
  places: { name, reason },
});

const kind = { ...text('许可证类型', 'Kind'), sample: '旅行社业务经营许可证' } as const;
const license_no = { ...text('许可证编号', 'Licence number'), sample: 'L-YN00123', needed: true } as const;

export const licenceConfirmed = messageTemplate({
  code: 'licence_confirmed',
  inbox: 'system',
  label: text('许可证已核准', 'Licence confirmed'),
  words: text(
    '{name}的{kind}（{license_no}）已核准在册。',
    'The licence {license_no} ({kind}) of {name} is confirmed and on record.',
  ),
  places: { name, kind, license_no },
});

export const licenceCancelled = messageTemplate({
  code: 'licence_cancelled',
  inbox: 'system',
  label: text('许可证已注销', 'Licence cancelled'),
  words: text(
    '{name}的{kind}（{license_no}）已注销，原因：{reason}。',
    'The licence {license_no} ({kind}) of {name} was cancelled: {reason}.',
  ),
  places: { name, kind, license_no, reason },
});

export const licenceReturned = messageTemplate({
  code: 'licence_returned',
  inbox: 'todo',
  label: text('许可证未予核准', 'Licence not confirmed'),
  words: text(
    '{name}的{kind}（{license_no}）未予核准，原因：{reason}。请登录后更正并重新提交。',
    'The licence {license_no} ({kind}) of {name} was not confirmed: {reason}. Please sign in, correct it and submit it again.',
  ),
  places: { name, kind, license_no, reason },
});

export const staffReturned = messageTemplate({
  code: 'staff_returned',
  inbox: 'todo',
  label: text('从业资格未通过核验', 'Certificate not verified'),
  words: text(
    '{name}从业人员{person}的资格证（{cert_no}）未通过核验，原因：{reason}。请更正后重新提交。',
    'The certificate {cert_no} of {person}, who works for {name}, was not verified: {reason}. Please correct it and submit it again.',
  ),
  places: {
    name,
    person: { ...text('从业人员', 'Person'), sample: '王芳' },
    cert_no: { ...text('资格证号', 'Certificate number'), sample: 'DZG2026X0001' },
    reason,
  },
});

export const claimSubmitted = messageTemplate({
  code: 'claim_submitted',
  label: text('认领申请已提交', 'Claim submitted'),
  words: text(
    '{name}的认领申请已提交，请等待主管部门核实。',
    'The claim of {name} has been submitted and will be verified by the authority.',
  ),
  places: { name },
});

export const claimApproved = messageTemplate({
  code: 'claim_approved',
  inbox: 'system',
  label: text('认领申请已通过', 'Claim approved'),
  words: text('{name}的认领申请已通过，请登录查看。', 'The claim of {name} has been approved. Sign in to see it.'),
  places: { name },
});

export const claimRefused = messageTemplate({
  code: 'claim_refused',
  inbox: 'system',
  label: text('认领申请未通过', 'Claim refused'),
  words: text('{name}的认领申请未通过，原因：{reason}。', 'The claim of {name} was refused: {reason}.'),
  places: { name, reason },
});

const code = { ...text('验证码', 'Code'), sample: '482913', needed: true } as const;

export const personInvited = messageTemplate({
  code: 'person_invited',
  urgency: 'code',
  label: text('邀请企业成员', 'Invitation to act for an enterprise'),
  words: text(
    '{name}邀请您担任其{role}，邀请码 {code}，7 天内有效。请登录会员中心接受；如无此事请忽略。',
    '{name} invites you to act as its {role}. Your code is {code}, valid for 7 days. Sign in to the member centre to accept, or ignore this message.',
  ),
  places: { name, role: { ...text('身份', 'Role'), sample: '经办人' }, code },
});

export const invitationWaits = messageTemplate({
  code: invitationNotice,
  inbox: 'todo',
  opens: invitationScreen.name,
  label: text('企业成员邀请', 'Invitation'),
  words: text(
    '{name}邀请您担任其{role}，请凭短信中的邀请码在 7 天内接受；如无此事请谢绝。',
    '{name} invites you to act as its {role}. Accept within 7 days with the code you received by SMS, or decline.',
  ),
  places: { name, role: { ...text('身份', 'Role'), sample: '经办人' } },
});

export const ownershipCode = messageTemplate({
  code: 'ownership_code',
  urgency: 'code',
  label: text('转让负责人验证码', 'Code to transfer the ownership'),
  words: text(
    '{name}负责人转让的验证码是 {code}，5 分钟内有效。转让后由新负责人管理该企业，请勿告知他人。',
    'The code to transfer the ownership of {name} is {code}, valid for 5 minutes. The new owner will run the enterprise: tell the code to nobody.',
  ),
  places: { name, code },
});
