import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { sumOf } from '#kernel/resource/aggregate.ts';
import { resource } from '#kernel/resource/resource.ts';
import { text } from '#kernel/text/text.ts';

export const policyKinds = {
  liability: text('旅行社责任险', 'Travel agency liability'),
  accident: text('旅游意外险', 'Travel accident'),
  carrier: text('承运人责任险', 'Carrier liability'),
  public_liability: text('公众责任险', 'Public liability'),
} as const;

/** Days before its end from which a policy counts as expiring (domain reference §2.O). */
export const expiringDays = 30;

/** States of a policy under which claims may be made, also before an officer has verified it. */
export const claimableStates = ['pending', 'returned', 'valid', 'changing'] as const;

/** Fields the bureau vouches for once it has seen the policy document. */
export const vouchedFields = [
  'kind',
  'insurer',
  'policy_no',
  'from_on',
  'to_on',
  'per_person_limit',
  'per_event_limit',
  'annual_limit',
  'premium',
  'file',
] as const;

/** States in which a policy counts: a pending correction leaves the recorded version in force. */
export const inForceStates = ['valid', 'changing'] as const;

const reason = field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 });
const keeps = ['index', 'add', 'edit', 'export', 'submit', 'withdraw', 'change', 'withdrawChange'] as const;

/**
 * An insurance policy of an enterprise (domain reference §2.O `ins_policy`; 旅行社责任保险管理办法). The enterprise hands it in,
 * an officer compares it with the document; time makes it expire (`validity`).
 */
export const policy = resource({
  name: 'insurance/policy',
  label: text('保单', 'Insurance policies'),
  icon: 'safety',
  title: 'policy_no',
  heading: ['kind', 'enterprise_id'],
  scope: 'parent',
  partOf: 'enterprise_id',
  members: { owner: keeps, operator: keeps, viewer: ['index'] },
  // changed by the daily run
  facts: ['upcoming', 'valid', 'expiring', 'expired'],
  ends: {
    papers: { to_on: { ...text('保单', 'Policy'), named: 'kind' } },
    in: inForceStates,
    validity: 'validity',
    soon: expiringDays,
    mobile: 'contact_mobile',
    office: 'verify',
  },
  remark: text(
    '旅行社责任险按年投保，每人责任限额不低于20万元。',
    'Travel agency liability insurance is taken out yearly, with a limit of at least CNY 200,000 per person.',
  ),
  sections: {
    terms: text('保单', 'Policy'),
    limits: text('责任限额与保费', 'Limits and premium'),
    claims: text('出险与赔付', 'Accidents and payments'),
  },
  measures: {
    policies: {
      label: text('保单', 'Insurance policies'),
      by: ['validity', 'kind', 'status', 'verification'],
      at: 'from_on',
    },
    premiums: {
      label: text('保费', 'Premiums'),
      sum: 'premium',
      by: ['kind', 'validity'],
      at: 'from_on',
      where: [['status', 'IN', inForceStates]],
    },
    expiring: {
      label: text('将到期的保单', 'Policies expiring soon'),
      by: ['kind'],
      at: 'to_on',
      where: [['validity', '=', 'expiring']],
    },
  },
  fields: {
    enterprise_id: field.reference(text('投保企业', 'Insured enterprise'), {
      to: 'enterprise/enterprise',
      required: true,
      section: 'terms',
    }),
    kind: field.select(text('险种', 'Insurance type'), { options: policyKinds, required: true, section: 'terms' }),
    insurer: field.text(text('保险公司', 'Insurer'), { required: true, max: 100, search: true, section: 'terms' }),
    policy_no: field.identifier(text('保单号', 'Policy number'), {
      required: true,
      max: 64,
      search: true,
      unique: ['insurer'],
      section: 'terms',
    }),
    from_on: field.date(text('起保日期', 'Start date'), { required: true, section: 'terms' }),
    to_on: field.date(text('终保日期', 'End date'), {
      required: true,
      section: 'terms',
      hint: text(
        '保单上的最后一天。旅行社责任险为一年：终保日期为次年起保日的前一日，写作次年同日的也可。',
        'Last day shown on the policy. Travel agency liability runs one year: to the day before the anniversary of the start date; the anniversary itself is also accepted.',
      ),
    }),
    file: field.file(text('保单扫描件', 'Scanned policy'), {
      requiredWhen: { adding: true, actor: 'member' },
      accept: 'jpg,jpeg,png,webp,pdf,ofd',
      private: true,
      list: 'offered',
      section: 'terms',
    }),
    per_person_limit: field.money(text('每人责任限额（元）', 'Limit per person (CNY)'), { section: 'limits' }),
    per_event_limit: field.money(text('每次事故责任限额（元）', 'Limit per accident (CNY)'), {
      section: 'limits',
      list: 'offered',
    }),
    annual_limit: field.money(text('年累计责任限额（元）', 'Annual aggregate limit (CNY)'), {
      section: 'limits',
      list: 'offered',
    }),
    premium: field.money(text('保费（元）', 'Premium (CNY)'), { section: 'limits', list: 'offered' }),
    claimed: field.money(text('索赔合计（元）', 'Total claimed (CNY)'), {
      from: sumOf('insurance/claim', 'policy_id', 'amount_claimed'),
      section: 'claims',
      list: 'offered',
    }),
    paid: field.money(text('赔付合计（元）', 'Total claims paid (CNY)'), {
      from: sumOf('insurance/claim', 'policy_id', 'amount_paid'),
      section: 'claims',
      list: 'offered',
    }),
    verification: field.select(text('核验', 'Verification'), {
      write: 'server',
      initial: 'unverified',
      options: {
        unverified: { ...text('未核验', 'Not verified'), tone: 'muted' },
        verified: { ...text('已核验', 'Verified'), tone: 'good' },
        mismatch: { ...text('不一致', 'Mismatch'), tone: 'bad' },
      },
    }),
    validity: field.select(text('有效性', 'Validity'), {
      write: 'server',
      options: {
        upcoming: { ...text('尚未起保', 'Not started'), tone: 'muted' },
        valid: { ...text('有效', 'Valid'), tone: 'good' },
        expiring: { ...text('即将到期', 'Expiring soon'), tone: 'warning' },
        expired: { ...text('已到期', 'Expired'), tone: 'bad' },
        // ended with its enterprise: the daily run no longer changes it
        ended: { ...text('已终止', 'Ended'), tone: 'muted' },
      },
    }),
    area_code: field.area(text('地区', 'Area'), { through: 'enterprise_id' }),
  },
  life: lifecycle({
    initial: 'pending',
    states: {
      pending: { ...text('待核验', 'Pending verification'), tone: 'progress', officeLevel: 3, editable: false },
      returned: {
        ...text('已退回', 'Returned'),
        tone: 'warning',
        editable: { member: { except: ['enterprise_id'] } },
      },
      valid: { ...text('在册', 'On record'), tone: 'good', editable: { member: false } },
      // the verified data stay valid meanwhile
      changing: {
        ...text('批改待核验', 'Amendment pending verification'),
        tone: 'progress',
        officeLevel: 3,
        editable: false,
      },
      cancelled: { ...text('已注销', 'Deregistered'), tone: 'muted', editable: false, final: true },
      withdrawn: { ...text('已撤回', 'Withdrawn'), tone: 'muted', editable: false, final: true },
    },
    clocks: {
      verification: {
        ...text('核验期限', 'Verification deadline'),
        rule: 'policy_verification',
        in: ['pending', 'changing'],
        served: true,
      },
    },
    moves: {
      submit: {
        from: ['returned'],
        to: 'pending',
        by: ['admin', 'member'],
        ownersAct: true,
        label: text('重新提交', 'Resubmit'),
        tone: 'primary',
        emits: 'submitted',
      },
      withdraw: {
        from: ['pending', 'returned'],
        to: 'withdrawn',
        by: ['admin', 'member'],
        ownersAct: true,
        label: text('撤回', 'Withdraw'),
      },
      verify: {
        from: ['pending'],
        to: 'valid',
        label: text('核验一致', 'Verify'),
        tone: 'primary',
        batch: true,
        emits: 'verified',
        effect: text(
          '保单在册生效；此后内容只能申请批改。',
          'The policy takes effect on record; afterwards it can only be changed by amendment.',
        ),
      },
      mismatch: {
        from: ['pending'],
        to: 'returned',
        label: text('核验不一致', 'Mismatch'),
        tone: 'danger',
        emits: 'mismatched',
        input: { reason },
      },
      change: {
        from: ['valid'],
        to: 'changing',
        by: ['admin', 'member'],
        label: text('申请批改', 'Request amendment'),
        emits: 'change_requested',
        proposes: vouchedFields,
        effect: text(
          '只填写有变化的内容；核验前原登记内容不变。',
          'Fill in only what has changed. The registered details remain unchanged until verified.',
        ),
      },
      verifyChange: {
        from: ['changing'],
        to: 'valid',
        label: text('同意批改', 'Approve amendment'),
        tone: 'primary',
        emits: 'changed',
        accepts: 'change',
      },
      refuseChange: {
        from: ['changing'],
        to: 'valid',
        label: text('不同意批改', 'Reject amendment'),
        tone: 'danger',
        emits: 'change_refused',
        rejects: 'change',
        input: { reason },
      },
      withdrawChange: {
        from: ['changing'],
        to: 'valid',
        by: ['member'],
        label: text('撤回批改申请', 'Withdraw amendment'),
        rejects: 'change',
      },
      cancel: {
        from: ['returned', 'valid'],
        to: 'cancelled',
        label: text('注销', 'Deregister'),
        tone: 'danger',
        emits: 'cancelled',
        input: { reason },
        effect: text('保单不再计入投保。', 'The policy no longer counts as insurance.'),
      },
    },
  }),
});
export interface Policy extends Row<typeof policy> {}
