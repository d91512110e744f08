import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { sumOf } from '#kernel/resource/declare-aggregates-over-referring-rows.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { declareVerification } from '#kernel/verification/declare-verification-lifecycle.ts';

export const insurancePolicyKinds = {
  liability: text('旅行社责任险', 'Travel agency liability'),
  accident: text('旅游意外险', 'Travel accident'),
  carrier: text('承运人责任险', 'Carrier liability'),
  public_liability: text('公众责任险', 'Public liability'),
} as const;

/** Days before its end from which a policy counts as expiring (domain reference §2.O). */
export const expiringDays = 30;

/** States of a policy under which claims may be made, also before an officer has verified it. */
export const claimableStates = ['pending', 'returned', 'valid', 'changing'] as const;

/** States in which a policy counts: a pending correction leaves the recorded version in force. */
export const inForceInsurancePolicyStates = ['valid', 'changing'] as const;

const reason = field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 });
/** The bureau vouches for the policy once it has seen the document. */
const { states, moves, clock } = declareVerification({
  fields: [
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
  ],
  holder: ['enterprise_id'],
  whole: true,
  withdrawable: true,
  rule: 'policy_verification',
  changeWord: text('批改', 'amendment'),
  states: { verified: { as: 'valid', ...text('在册', 'On record') } },
  moves: {
    submit: { label: text('重新提交', 'Resubmit') },
    verify: {
      label: text('核验一致', 'Verify'),
      effect: text(
        '保单在册生效；此后内容只能申请批改。',
        'The policy takes effect on record; afterwards it can only be changed by amendment.',
      ),
    },
    return: { as: 'mismatch', label: text('核验不一致', 'Mismatch'), emits: 'mismatched' },
  },
});
const keeps = ['index', 'add', 'edit', 'export', 'submit', 'withdraw', 'change', 'withdrawChange'] as const;

/**
 * An insurance policy of an enterprise (domain reference §2.O `ins_policy`; 旅行社责任保险管理办法). The enterprise hands it in,
 * an officer compares it with the document; time makes it expire (`validity`).
 */
export const insurancePolicy = resource({
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
    in: inForceInsurancePolicyStates,
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
      where: [['status', 'IN', inForceInsurancePolicyStates]],
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
    kind: field.select(text('险种', 'Insurance type'), {
      options: insurancePolicyKinds,
      required: true,
      section: 'terms',
    }),
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
    initialByOffice: 'valid',
    states: {
      ...states,
      cancelled: { ...text('已注销', 'Deregistered'), tone: 'muted', editable: false, final: true },
    },
    clocks: { verification: clock },
    moves: {
      ...moves,
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
export interface InsurancePolicy extends Row<typeof insurancePolicy> {}
