import { randomBytes } from 'node:crypto';
import type { MessageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { Refused } from '#server/refusal.ts';
import type { ChangeContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { enterprise } from '../contract/enterprise.ts';
import { returnReasons, singleLevelTypes } from '../contract/enterprise-options.ts';
import * as messages from '../contract/message-templates.ts';
import { parseTourismKindsOfLicenceScope } from '../contract/parse-tourism-kinds-of-licence-scope.ts';
import { annulPastSuspension, annulSuspension, noSuspension } from './annul-suspension-of-enterprise.ts';
import {
  barLegalRepresentative,
  findBarredRepresentativeWarning,
} from './bar-legal-representative-of-revoked-enterprise.ts';
import type { EnterpriseChangeContext, EnterpriseWriteContext } from './enterprise-write-hook-context-types.ts';
import { findParentAgency } from './registration/find-parent-agency-by-credit-code.ts';
import { hoursUntilRegistrationResubmission } from './registration/hours-until-registration-resubmission.ts';

const texts = {
  expired: text(
    '执照已过期：请换证后上传新执照并填写新的有效期，不能早于今天',
    'The licence has expired. Renew it, upload the new one and enter its expiry date, today or later',
  ),
  needsParent: text('请选择所属旅行社', 'Choose the parent agency'),
  missing: text('请先补全后再提交', 'Complete this before submitting'),
  noParent: text('仅分社、服务网点有所属旅行社', 'Only branches and outlets have a parent agency'),
  period: text('{suspended_from} 至 {suspended_until}', 'from {suspended_from} to {suspended_until}'),
  openPeriod: text('自 {suspended_from} 起，整改验收后恢复', 'from {suspended_from} until inspected and accepted'),
  noAgency: text('未找到正常经营的旅行社', 'No travel agency in operation has this code'),
} as const satisfies Record<string, Text>;

const now = () => Math.floor(Date.now() / 1000);
const present = (value: unknown) => value !== null && value !== undefined && value !== '';

const isBranch = (type: unknown): boolean => type === 'agency_branch' || type === 'agency_outlet';

type Naming = EnterpriseChangeContext & { readonly input: { readonly parent_uscc?: string | null } };

/** Sets the parent agency by its credit code: nobody refers to other enterprises by key. */
async function nameParent({ before, input, tx, fail }: Naming, into: { parent_id?: number | null }): Promise<void> {
  if (typeof input.parent_uscc !== 'string') return;
  const agency = await findParentAgency(tx, input.parent_uscc);
  if (!isBranch(before.ent_type)) fail('parent_uscc', texts.noParent);
  else if (!agency || agency.id === before.id) fail('parent_uscc', texts.noAgency);
  else if (agency.id !== before.parent_id) into.parent_id = agency.id;
}

/** Checks of the form, whoever fills it in. */
async function checkForm({ values, before, require, fail }: EnterpriseWriteContext): Promise<void> {
  const today = shanghaiToday();
  const expire = values.license_expire;
  if (typeof expire === 'string' && expire < today && expire !== before?.license_expire)
    fail('license_expire', texts.expired);
  const parent = values.parent_id === undefined ? before?.parent_id : values.parent_id;
  if (isBranch(values.ent_type ?? before?.ent_type)) {
    if (!present(parent)) {
      if (!before || values.parent_id !== undefined) fail('parent_id', texts.needsParent);
    } else if (values.parent_id !== undefined) {
      await require(enterprise, parent ?? 0, { status: ['active', 'change_pending'], field: 'parent_id' });
    }
  }
}

/** Applies the approval: the enterprise may operate, with a supervision code and an initial risk class. */
function activate(context: EnterpriseChangeContext): void {
  const { values, before } = context;
  values.audited_at = now();
  values.sup_code = before.sup_code || randomBytes(16).toString('hex');
  values.risk_class = before.risk_class ?? 'B';
  values.credit_grade = before.credit_grade ?? 'B';
  values.reject_count = before.reject_count ?? 0;
}

/** Message of a return; a rejection has the reason only. */
type TurnedDown = ChangeContext<
  typeof enterprise,
  object,
  { readonly reason: string; readonly cause?: keyof typeof returnReasons }
>;

/** Counts a return or rejection, and records the reason. */
function turnDown(context: TurnedDown): void {
  const { values, before, input } = context;
  values.reject_count = (before.reject_count ?? 0) + 1;
  const cause = input.cause && input.cause !== 'other' ? returnReasons[input.cause] : undefined;
  const reason = cause
    ? text(`${cause['zh-cn']}：${input.reason}`, `${cause.en}: ${input.reason}`)
    : text(input.reason, input.reason);
  Object.assign(values, { audit_remark: reason['zh-cn'], audit_remark_en: cause ? reason.en : null });
  context.note(reason);
}

/** Replaces the comment of the previous decision. */
function noteOpinion({
  values,
  input,
}: ChangeContext<typeof enterprise, object, { audit_remark?: string | null }>): void {
  values.audit_remark = input.audit_remark ?? null;
}

/** For the members who act for the enterprise, and by SMS for its contact. */
const toContact = <P extends string>(template: MessageTemplate<P>) => ({ template, sms: 'contact_mobile' }) as const;
const suspended = toContact(messages.enterpriseSuspended);
/** With the cause of the return, which the remark states before the reason. */
const withRemark = { values: { reason: 'audit_remark' } } as const;

/** Hooks of enterprises: registration, review and exit. */
export const enterpriseWriteHooks: WriteHooks<typeof enterprise> = {
  async add(context) {
    await checkForm(context);
    const { values } = context;
    if (values.ent_type === 'agency' && !values.tourism_scope?.length)
      values.tourism_scope = parseTourismKindsOfLicenceScope(values.biz_scope ?? '') ?? null;
    context.values.source ??= context.caller.type === 'member' ? 'self' : 'admin';
  },
  edit: checkForm,
  notify: {
    submit: toContact(messages.enterpriseSubmitted),
    firstPass: { ...toContact(messages.enterpriseActivated), where: [['status', '=', 'active']] },
    finalPass: toContact(messages.enterpriseActivated),
    return: { ...toContact(messages.enterpriseReturned), ...withRemark },
    reject: { ...toContact(messages.enterpriseRejected), ...withRemark },
    suspend: [
      { ...suspended, where: [['suspended_until', 'NOT NULL']], values: { period: texts.period } },
      { ...suspended, where: [['suspended_until', 'NULL']], values: { period: texts.openPeriod } },
    ],
    resume: toContact(messages.enterpriseResumed),
    annulSuspension: toContact(messages.enterpriseSuspensionAnnulled),
    annulPastSuspension: toContact(messages.enterpriseSuspensionAnnulled),
    // the contact on record until now
    changePass: { ...toContact(messages.enterpriseChanged), before: true },
    changeReject: toContact(messages.enterpriseChangeRefused),
  },
  moves: {
    async submit(context) {
      const { before, tx, fail } = context;
      const wait = await hoursUntilRegistrationResubmission(tx, before.id);
      if (wait)
        throw new Refused(wait.message, {
          values: { hours: wait.hours },
          data: { reason: 'locked', hours: wait.hours },
        });
      for (const name of [
        'name',
        'uscc',
        'ent_type',
        'legal_person',
        'legal_mobile',
        'contact_name',
        'contact_mobile',
        'area_code',
        'address',
        'place',
        'business_license',
      ] as const) {
        if (!present(before[name])) fail(name, texts.missing);
      }
      if (before.license_expire && before.license_expire < shanghaiToday()) fail('license_expire', texts.expired);
      const barred = await findBarredRepresentativeWarning(tx, before.id);
      if (barred) context.note(barred);
    },
    firstPass(context) {
      noteOpinion(context);
      if (singleLevelTypes.has(context.before.ent_type)) {
        context.choose('active');
        context.emit('activated', { title: context.before.name, status: 'active', move: 'firstPass' });
        activate(context);
      }
    },
    finalPass(context) {
      // without a comment by the prefecture, the county's comment stays
      if (context.input.audit_remark) noteOpinion(context);
      activate(context);
    },
    return: turnDown,
    reject: turnDown,
    suspend({ values, input }) {
      const [from, until] = [input.suspended_from ?? shanghaiToday(), input.suspended_until ?? null];
      Object.assign(values, { suspended_from: from, suspended_until: until });
      values.suspension_paper = input.suspension_paper ?? null;
      values.suspension_no = input.document_no;
    },
    resume({ values }) {
      Object.assign(values, noSuspension);
    },
    annulSuspension,
    annulPastSuspension,
    rehang: (context) => nameParent(context, context.values),
    async change(context) {
      await nameParent(context, context.proposed);
      await checkForm({ ...context, values: context.proposed });
    },
    async changePass(context) {
      const { proposed, require, values } = context;
      values.audit_remark = null;
      if (proposed.parent_id) await require(enterprise, proposed.parent_id, { status: ['active', 'change_pending'] });
    },
    changeReject({ values, input }) {
      values.audit_remark = input.reason;
    },
    revoke(context) {
      context.afterStore((id) => barLegalRepresentative(context.tx, id, context.input.document_no));
    },
  },
};
