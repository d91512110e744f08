import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { text } from '#kernel/text/text.ts';
import { enterpriseMembershipsScreen } from './enterprise-memberships-screen.ts';
import { pendingInvitationMessageTemplateCode } from './pending-invitation-message-template-code.ts';

const name = { ...text('企业名称', 'Enterprise'), sample: '昆明滇池国际旅行社有限公司' } as const;
const reason = { ...text('原因', 'Reason'), sample: '缺材料：请补交营业执照副本', needed: true } as const;

export const enterpriseSubmitted = messageTemplate({
  code: 'enterprise_submitted',
  inbox: 'system',
  label: text('登记已提交', 'Registration submitted'),
  text: text(
    '{name}的登记已提交，查询编号 {query_no}。主管部门将在 5 个工作日内审核。',
    'The registration of {name} has been submitted; query number {query_no}. The authority will review it within 5 working days.',
  ),
  places: { name, query_no: { ...text('查询编号', 'Query number'), sample: 'ZC2026112200001', needed: true } },
});

export const enterpriseReturned = messageTemplate({
  code: 'enterprise_returned',
  inbox: 'todo',
  label: text('登记退回修改', 'Registration returned for correction'),
  text: text(
    '{name}的登记被退回修改，原因：{reason}。请登录后更正并重新提交。',
    'The registration of {name} was returned for correction. Reason: {reason}. Please sign in, correct it and submit again.',
  ),
  places: { name, reason },
});

export const enterpriseRejected = messageTemplate({
  code: 'enterprise_rejected',
  inbox: 'todo',
  label: text('登记未予通过', 'Registration rejected'),
  text: text('{name}的登记未予通过，原因：{reason}。', 'The registration of {name} was rejected. Reason: {reason}.'),
  places: { name, reason },
});

export const enterpriseActivated = messageTemplate({
  code: 'enterprise_activated',
  inbox: 'system',
  label: text('登记通过审核', 'Registration approved'),
  text: text(
    '{name}已通过审核，监管码已发放。请登录查看。',
    '{name} has been approved and issued a supervision code. Sign in to view it.',
  ),
  places: { name },
});

export const enterpriseSuspended = messageTemplate({
  code: 'enterprise_suspended',
  inbox: 'system',
  label: text('责令停业整顿', 'Suspension of business ordered'),
  text: text(
    '{name}被责令停业整顿，期限 {period}，文书号 {document_no}。',
    '{name} has been ordered to suspend business for rectification {period}; document number {document_no}.',
  ),
  places: {
    name,
    period: { ...text('停业期限', 'Suspension period'), sample: '2026-11-23 至 2026-12-22' },
    document_no: { ...text('文书号', 'Document number'), sample: '昆文旅停字〔2026〕1号', needed: true },
  },
});

export const enterpriseResumed = messageTemplate({
  code: 'enterprise_resumed',
  inbox: 'system',
  label: text('恢复经营', 'Business resumed'),
  text: text(
    '{name}已获准恢复经营，文书号 {document_no}。',
    '{name} may resume business; document number {document_no}.',
  ),
  places: {
    name,
    document_no: { ...text('文书号', 'Document number'), sample: '昆文旅复字〔2026〕1号', needed: true },
  },
});

export const enterpriseSuspensionAnnulled = messageTemplate({
  code: 'enterprise_suspension_annulled',
  inbox: 'system',
  label: text('停业决定已撤销', 'Suspension annulled'),
  text: text(
    '{name}的停业整顿决定已被撤销，不再计入风险和信用评分，文书号 {document_no}。',
    'A suspension of {name} was annulled and no longer counts for its risk and credit scores; document number {document_no}.',
  ),
  places: {
    name,
    document_no: { ...text('文书号', 'Document number'), sample: '昆政复决〔2026〕3号', needed: true },
  },
});

export const enterpriseChanged = messageTemplate({
  code: 'enterprise_changed',
  inbox: 'system',
  label: text('变更申请已通过', 'Change approved'),
  text: text(
    '{name}的变更申请已通过，登记信息已更新。',
    'The change requested by {name} was approved and the registration has been updated.',
  ),
  places: { name },
});

export const enterpriseChangeRefused = messageTemplate({
  code: 'enterprise_change_refused',
  inbox: 'todo',
  label: text('变更申请未通过', 'Change rejected'),
  text: text(
    '{name}的变更申请未通过，原因：{reason}。原登记信息继续有效。',
    'The change requested by {name} was rejected. Reason: {reason}. The registered details remain valid.',
  ),
  places: { name, reason },
});

const kind = { ...text('许可证类型', 'Licence type'), sample: '旅行社业务经营许可证' } as const;
const license_no = { ...text('许可证编号', 'Licence number'), sample: 'L-YN00123', needed: true } as const;

export const licenceConfirmed = messageTemplate({
  code: 'licence_confirmed',
  inbox: 'system',
  label: text('许可证已核准', 'Licence approved'),
  text: text(
    '{name}的{kind}（{license_no}）已核准在册。',
    '{kind} {license_no} of {name} has been approved and is on record.',
  ),
  places: { name, kind, license_no },
});

export const licenceCancelled = messageTemplate({
  code: 'licence_cancelled',
  inbox: 'system',
  label: text('许可证已注销', 'Licence deregistered'),
  text: text(
    '{name}的{kind}（{license_no}）已注销，原因：{reason}。',
    '{kind} {license_no} of {name} has been deregistered. Reason: {reason}.',
  ),
  places: { name, kind, license_no, reason },
});

export const licenceReturned = messageTemplate({
  code: 'licence_returned',
  inbox: 'todo',
  label: text('许可证未予核准', 'Licence not approved'),
  text: text(
    '{name}的{kind}（{license_no}）未予核准，原因：{reason}。请登录后更正并重新提交。',
    '{kind} {license_no} of {name} was not approved. Reason: {reason}. Please sign in, correct it and submit again.',
  ),
  places: { name, kind, license_no, reason },
});

export const staffReturned = messageTemplate({
  code: 'staff_returned',
  inbox: 'todo',
  label: text('从业资格未通过核验', 'Qualification not verified'),
  text: text(
    '{name}从业人员{person}的资格证（{cert_no}）未通过核验，原因：{reason}。请更正后重新提交。',
    'Certificate {cert_no} of {person}, staff of {name}, was not verified. Reason: {reason}. Please correct it and submit again.',
  ),
  places: {
    name,
    person: { ...text('从业人员', 'Staff member'), sample: '王芳' },
    cert_no: { ...text('资格证号', 'Certificate number'), sample: 'DZG2026X0001' },
    reason,
  },
});

export const claimSubmitted = messageTemplate({
  code: 'claim_submitted',
  label: text('认领申请已提交', 'Ownership claim submitted'),
  text: text(
    '{name}的认领申请已提交，请等待主管部门核实。',
    'The ownership claim on {name} has been submitted. Please wait for the authority to verify it.',
  ),
  places: { name },
});

export const claimApproved = messageTemplate({
  code: 'claim_approved',
  inbox: 'system',
  label: text('认领申请已通过', 'Ownership claim approved'),
  text: text(
    '{name}的认领申请已通过，请登录查看。',
    'The ownership claim on {name} has been approved. Sign in to view it.',
  ),
  places: { name },
});

export const claimRefused = messageTemplate({
  code: 'claim_refused',
  inbox: 'system',
  label: text('认领申请未通过', 'Ownership claim rejected'),
  text: text(
    '{name}的认领申请未通过，原因：{reason}。',
    'The ownership claim on {name} was rejected. Reason: {reason}.',
  ),
  places: { name, reason },
});

const code = { ...text('验证码', 'Verification code'), sample: '482913', needed: true } as const;

export const personInvited = messageTemplate({
  code: 'person_invited',
  urgency: 'code',
  label: text('邀请企业成员', 'Invitation to join an enterprise'),
  text: text(
    '{name}邀请您担任其{role}，邀请码 {code}，7 天内有效。请登录会员中心接受；如无此事请忽略。',
    '{name} invites you to act as its {role}. Invitation code {code}, valid for 7 days. Sign in to the member centre to accept; if this is not for you, please ignore it.',
  ),
  places: { name, role: { ...text('身份', 'Role'), sample: '经办人' }, code },
});

export const invitationWaits = messageTemplate({
  code: pendingInvitationMessageTemplateCode,
  inbox: 'todo',
  opens: enterpriseMembershipsScreen.name,
  label: text('企业成员邀请', 'Enterprise invitation'),
  text: text(
    '{name}邀请您担任其{role}，请凭短信中的邀请码在 7 天内接受；如无此事请谢绝。',
    '{name} invites you to act as its {role}. Accept within 7 days with the code sent by SMS; if this is not for you, please decline.',
  ),
  places: { name, role: { ...text('身份', 'Role'), sample: '经办人' } },
});

/** To the members of an enterprise: an officer added a person, who can now act for the enterprise and see its data. */
export const personNamed = messageTemplate({
  code: 'person_named',
  inbox: 'system',
  label: text('主管部门指定企业成员', 'Member named by the authority'),
  text: text(
    '主管部门将{who}列为{name}的{role}。如非贵企业所请，请尽快与主管部门联系。',
    'The authority has named {who} as {role} of {name}. If your enterprise did not ask for this, contact the authority as soon as possible.',
  ),
  places: {
    name,
    who: { ...text('姓名', 'Name'), sample: '李四', needed: true },
    role: { ...text('身份', 'Role'), sample: '经办人' },
  },
});

export const ownershipCode = messageTemplate({
  code: 'ownership_code',
  urgency: 'code',
  label: text('转让负责人验证码', 'Code for transferring ownership'),
  text: text(
    '{name}负责人转让的验证码是 {code}，5 分钟内有效。转让后由新负责人管理该企业，请勿告知他人。',
    'The verification code for transferring ownership of {name} is {code}, valid for 5 minutes. The new owner will manage the enterprise; do not share the code.',
  ),
  places: { name, code },
});

const deposited = {
  agency: { ...text('旅行社', 'Agency'), sample: '昆明某旅行社' },
  missing: { ...text('缺额', 'Missing'), sample: '20000.00', needed: true },
  until: { ...text('补足截止日', 'Last day'), sample: '2026-12-04', needed: true },
} as const;

export const depositShort = messageTemplate({
  code: 'deposit_short',
  inbox: 'legal',
  label: text('质量保证金待补足', 'Quality deposit to top up'),
  text: text(
    '{agency}的质量保证金缺 {missing} 元，请在 {until} 前补足（《旅行社条例》第十八条）。',
    'Missing in the quality deposit of {agency}: CNY {missing}. Top it up by {until} (Regulations on travel agencies, Art. 18).',
  ),
  places: deposited,
});

export const depositDebited = messageTemplate({
  code: 'deposit_debited',
  inbox: 'legal',
  label: text('质量保证金已划拨', 'Paid out of the quality deposit'),
  text: text(
    '已决定从{agency}的质量保证金向旅游者划拨，现缺 {missing} 元，请在 {until} 前补足（《旅行社条例》第十八条）。',
    'A payment to tourists out of the quality deposit of {agency} was decided. Missing now: CNY {missing}; top it up by {until} (Regulations on travel agencies, Art. 18).',
  ),
  places: deposited,
});
