import { text } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { existingStates } from '#modules/enterprise/contract/enterprise-lifecycle.ts';
import { type AttemptLimit, countAttempts } from '#server/limit/attempt-limit.ts';
import { Refused } from '#server/refusal.ts';
import type { RowValues } from '#server/write/hook/change-rows-request-type.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { insurancePolicy } from '../contract/insurance-policy.ts';
import {
  faultsOfPolicyTerms,
  type PolicyTermsFault,
  policyValidityOn,
} from '../contract/insurance-policy-term-faults-and-validity.ts';
import {
  policyCancelled,
  policyChangeRefused,
  policyMismatched,
  policyVerified,
} from '../contract/message-templates.ts';

/** Most policies an enterprise may hand in per day. */
const perEnterprise: AttemptLimit = { name: 'policy_handed_in', most: 30, seconds: 86_400, forgets: 'each' };

const texts: Readonly<Record<PolicyTermsFault[1], typeof validationMessages.required>> = {
  order: text('结束时间必须晚于开始时间', 'The end must be after the start'),
  year: text('旅行社责任保险的保险期间为一年', 'Travel agency liability insurance runs for one year'),
  limitMissing: validationMessages.required,
  limitLow: text('每人责任限额不得低于20万元', 'The limit per person must be at least CNY 200,000'),
  eventBelowPerson: text(
    '每次事故责任限额不得低于每人责任限额 {least} 元',
    'Must be at least the limit per person, CNY {least}',
  ),
  yearBelowEvent: text(
    '年累计责任限额不得低于每次事故责任限额 {least} 元',
    'Must be at least the limit per accident, CNY {least}',
  ),
};
const tooMany = text(
  '24 小时内至多提交 {most} 件保单，请 {hours} 小时后再试',
  'At most {most} {most|policy|policies} can be submitted within 24 hours. Try again in {hours} h',
);
const newPaper = text('请上传批单或新保单', 'Upload the endorsement or the new policy');

type PolicyInput = RowValues<typeof insurancePolicy>;

/** The terms of the policy after the change. */
const termsOf = (input: PolicyInput, before?: PolicyInput): PolicyInput => ({ ...before, ...input });

function check(
  input: PolicyInput,
  before: PolicyInput | undefined,
  fail: WriteContext<typeof insurancePolicy>['fail'],
): void {
  const terms = termsOf(input, before);
  for (const [field, fault] of faultsOfPolicyTerms(terms))
    fail(field, texts[fault], {
      least: fault === 'eventBelowPerson' ? terms.per_person_limit : terms.per_event_limit,
    });
}

/** Refuses documents of a closed enterprise, and locks the enterprise until commit. */
const holdEnterprise = (
  { require }: Pick<WriteContext<typeof insurancePolicy>, 'require'>,
  id: number | null | undefined,
) => require(enterprise, id ?? 0, { status: existingStates, field: 'enterprise_id' });

/** Marks the policy as verified and sets its validity by its dates, as of today. */
function enter(values: PolicyInput, terms: PolicyInput): void {
  values.verification = 'verified';
  values.validity = policyValidityOn(shanghaiToday(), terms.from_on ?? '', terms.to_on ?? '');
}

/** The enterprise of the policy; the other placeholders are fields and inputs of their names. */
const values = { name: 'enterprise_id' } as const;

/**
 * Hooks of policies: check the terms, limit what members hand in, and set verification and validity. A nightly task
 * moves the validity on as time passes.
 */
export const insurancePolicyWriteHooks: WriteHooks<typeof insurancePolicy> = {
  async add(context) {
    const { values, caller, tx, fail } = context;
    check(values, undefined, fail);
    if (caller.type !== 'member') return enter(values, values);
    await holdEnterprise(context, values.enterprise_id);
    await countAttempts(
      tx,
      [{ limit: perEnterprise, subject: values.enterprise_id ?? 0 }],
      (_, wait) =>
        new Refused(tooMany, {
          values: { most: perEnterprise.most, hours: Math.ceil(wait / 3600) },
          data: { reason: 'too_frequent', retry_after: wait },
        }),
    );
  },
  edit({ values, before, fail }) {
    check(values, before, fail);
    if (before.validity !== null) enter(values, termsOf(values, before));
  },
  notify: {
    verify: { template: policyVerified, values },
    mismatch: { template: policyMismatched, values },
    verifyChange: { template: policyVerified, values },
    refuseChange: { template: policyChangeRefused, values },
    cancel: { template: policyCancelled, values },
  },
  moves: {
    async submit(context) {
      const { before, fail } = context;
      if (!before.file) fail('file', validationMessages.required);
      await holdEnterprise(context, before.enterprise_id);
    },
    verify(context) {
      const { values, before, fail } = context;
      check({}, before, fail);
      enter(values, before);
    },
    mismatch(context) {
      const { reason } = context.input;
      context.values.verification = 'mismatch';
      context.note(reason);
    },
    change({ proposed, before, fail }) {
      if (!proposed.file) fail('file', newPaper);
      check(proposed, before, fail);
    },
    verifyChange(context) {
      const { values, proposed, before, fail } = context;
      check(proposed, before, fail);
      enter(values, termsOf(proposed, before));
    },
    refuseChange(context) {
      const { reason } = context.input;
      context.note(reason);
    },
    cancel(context) {
      const { reason } = context.input;
      context.values.validity = null;
      context.note(reason);
    },
  },
};
