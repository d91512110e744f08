import { randomBytes } from 'node:crypto';
import type { MessageTemplate } from '#kernel/message/message-template.ts';
import { textIn as fill, type Locale, type Text, text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/calendar.ts';
import { queueMessageStatement } from '#server/message/queue-message.ts';
import { Refused } from '#server/refusal.ts';
import type { ChangeContext, Hooks } from '#server/write/hook/hooks.ts';
import { inboxMessageStatement } from '#server/write/statement/inbox-message.ts';
import { enterprise } from '../contract/enterprise.ts';
import { returnReasons, singleLevelTypes } from '../contract/enterprise-options.ts';
import * as messages from '../contract/message-templates.ts';
import { parseTourismScope } from '../contract/parse-tourism-scope.ts';
import { barLegalRepresentative, findBarredRepresentativeWarning } from './barred-legal-representative.ts';
import type { EnterpriseChangeContext, EnterpriseWriteContext } from './hook-contexts.ts';
import { findAgency } from './registration/credit-code-lookup.ts';
import { hoursUntilResubmission } from './registration/resubmission-wait.ts';

const texts = {
  expired: text(
    '执照已过期：请换证后上传新执照并填写新的有效期，不能早于今天',
    'The licence has expired. Renew it, upload the new one and enter its expiry date, today or later',
  ),
  needsParent: text('请选择所属旅行社', 'Choose the parent agency'),
  missing: text('请先补全后再提交', 'Complete this before submitting'),
  noParent: text('仅分社、服务网点有所属旅行社', 'Only branches and outlets have a parent agency'),
  period: text('{from} 至 {until}', 'from {from} to {until}'),
  openPeriod: text('自 {from} 起，整改验收后恢复', 'from {from} until inspected and accepted'),
  noAgency: text('未找到正常经营的旅行社', 'No travel agency in operation has this code'),
} as const satisfies Record<string, Text>;

const now = () => Math.floor(Date.now() / 1000);
const present = (value: unknown) => value !== null && value !== undefined && value !== '';

const isBranch = (type: unknown): boolean => type === 'agency_branch' || type === 'agency_outlet';

type Naming = EnterpriseChangeContext & { readonly input: { readonly parent_uscc?: string | null } };

/** Sets the parent agency by its credit code: nobody refers to other enterprises by key. */
async function nameParent({ before, input, tx, fail }: Naming, into: { parent_id?: number | null }): Promise<void> {
  if (typeof input.parent_uscc !== 'string') return;
  const agency = await findAgency(tx, input.parent_uscc);
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

/** Notifies the contact by SMS, and the members who act for the enterprise in their inbox. */
function notify<P extends string>(
  { before, engine, executeInStatement }: EnterpriseChangeContext,
  template: MessageTemplate<P>,
  values: NoInfer<Readonly<Record<P, string>>>,
  english?: NoInfer<Readonly<Partial<Record<P, string>>>>,
): void {
  executeInStatement((row) =>
    queueMessageStatement(engine, row, template, values, {
      mobile: before.contact_mobile,
      areaCode: before.area_code,
      resource: enterprise.name,
      rowTitle: before.name,
    }),
  );
  executeInStatement((row) => inboxMessageStatement(engine, enterprise, row, template, values, english && { english }));
}

/** Applies the approval: the enterprise may operate, with a supervision code and an initial risk class. */
function activate(context: EnterpriseChangeContext): void {
  const { values, before } = context;
  values.audited_at = now();
  values.sup_code = before.sup_code || randomBytes(16).toString('hex');
  values.risk_class = before.risk_class ?? 'B';
  values.credit_grade = before.credit_grade ?? 'B';
  values.reject_count = before.reject_count ?? 0;
  notify(context, messages.activated, { name: before.name });
}

/** Message of a return; a rejection has the reason only. */
type TurnedDown = ChangeContext<
  typeof enterprise,
  object,
  { readonly reason: string; readonly cause?: keyof typeof returnReasons }
>;

/** Counts a return or rejection, and notifies with the reason. */
function turnDown(context: TurnedDown, template: MessageTemplate<'name' | 'reason'>): void {
  const { values, before, input } = context;
  values.reject_count = (before.reject_count ?? 0) + 1;
  const cause = input.cause && input.cause !== 'other' ? returnReasons[input.cause] : undefined;
  const reason = cause
    ? text(`${cause['zh-cn']}：${input.reason}`, `${cause.en}: ${input.reason}`)
    : text(input.reason, input.reason);
  Object.assign(values, { audit_remark: reason['zh-cn'], audit_remark_en: cause ? reason.en : null });
  context.note(reason);
  notify(context, template, { name: before.name, reason: reason['zh-cn'] }, { reason: reason.en });
}

/** Replaces the comment of the previous decision. */
function noteOpinion({
  values,
  input,
}: ChangeContext<typeof enterprise, object, { audit_remark?: string | null }>): void {
  values.audit_remark = input.audit_remark ?? null;
}

/** Hooks of enterprises: registration, review and exit. */
export const enterpriseHooks: Hooks<typeof enterprise> = {
  async add(context) {
    await checkForm(context);
    const { values } = context;
    if (values.ent_type === 'agency' && !values.tourism_scope?.length)
      values.tourism_scope = parseTourismScope(values.biz_scope ?? '') ?? null;
    context.values.source ??= context.caller.type === 'member' ? 'self' : 'admin';
  },
  edit: checkForm,
  moves: {
    async submit(context) {
      const { before, tx, fail } = context;
      const wait = await hoursUntilResubmission(tx, before.id);
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
      const query_no = await context.drawNumber('query_no');
      notify(context, messages.submitted, { name: before.name, query_no });
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
    return: (context) => turnDown(context, messages.returned),
    reject: (context) => turnDown(context, messages.rejected),
    suspend(context) {
      const { values, input, before } = context;
      const [from, until] = [input.suspended_from ?? shanghaiToday(), input.suspended_until ?? null];
      Object.assign(values, { suspended_from: from, suspended_until: until });
      values.suspension_paper = input.suspension_paper ?? null;
      const placeholders = { name: before.name, document_no: input.document_no };
      const period = (locale: Locale) => fill(until ? texts.period : texts.openPeriod, locale, { from, until });
      notify(context, messages.suspended, { ...placeholders, period: period('zh-cn') }, { period: period('en') });
    },
    resume(context) {
      const { values, input, before } = context;
      Object.assign(values, { suspended_from: null, suspended_until: null, suspension_paper: null });
      notify(context, messages.resumed, { name: before.name, document_no: input.document_no });
    },
    rehang: (context) => nameParent(context, context.values),
    async change(context) {
      await nameParent(context, context.proposed);
      await checkForm({ ...context, values: context.proposed });
    },
    async changePass(context) {
      const { proposed, require, before, values } = context;
      values.audit_remark = null;
      if (proposed.parent_id) await require(enterprise, proposed.parent_id, { status: ['active', 'change_pending'] });
      notify(context, messages.changed, { name: before.name });
    },
    changeReject(context) {
      const { values, input, before } = context;
      values.audit_remark = input.reason;
      notify(context, messages.changeRefused, { name: before.name, reason: input.reason });
    },
    revoke(context) {
      context.afterStore((id) => barLegalRepresentative(context.tx, id, context.input.document_no));
    },
  },
};
