import { randomBytes } from 'node:crypto';
import { toShanghaiDate } from '#kernel/calendar.ts';
import { type Text, text } from '#kernel/text.ts';
import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import { smsBeside, type TemplateCode } from '#server/message/sms.ts';
import { Refused } from '#server/refusal.ts';
import type { Hooks, WriteContext } from '#server/write/hooks.ts';
import { claim } from '../contract/claim.ts';
import { type EnterpriseType, keyFields, returnReasons, singleLevelTypes } from '../contract/dictionary.ts';
import { type Enterprise, enterprise } from '../contract/enterprise.ts';
import { licence } from '../contract/licence.ts';
import { staff } from '../contract/staff.ts';
import { barPrincipal, findBarred } from './barred-person.ts';
import { nextQueryNumber, takeQueryNumber } from './query-number.ts';
import { changeFollowers } from './records.ts';

const say = {
  expired: text('执照已过期', 'The licence has expired'),
  needsParent: text('请选择所属旅行社', 'Choose the parent agency'),
  parentNotAgency: text('所属企业须为正常经营的旅行社', 'The parent must be an active travel agency'),
  notChecked: text('须逐项核对并查阅执照后才能通过', 'Pass only after every item is checked and the licence read'),
  nothingChanged: text('请至少填写一项变更', 'Give at least one change'),
  missing: text('请先补全后再提交', 'Complete this before submitting'),
  locked: text(
    '30 日内退回超过 3 次，请 {hours} 小时后再提交',
    'Returned more than 3 times in 30 days; submit again in {hours} h',
  ),
  waits: text(
    '不予通过未满 24 小时，请 {hours} 小时后再提交',
    'Rejected less than 24 hours ago; submit again in {hours} h',
  ),
  keyField: text(
    '正常经营企业的登记事项请通过“申请变更”修改',
    'Change registered details of an active enterprise with “Request a change”',
  ),
} as const satisfies Record<string, Text>;

/** Returns and rejections in 30 days that lock the next submission, and for how many hours (domain reference §2.A). */
const mostReturns = 3;
const lockHours = 24;

type Context = WriteContext<Enterprise>;
const present = (value: unknown) => value !== null && value !== undefined && value !== '';

/** Rules of the form that hold whoever fills it in. */
async function checkForm({ values, before, tx, fail }: Context): Promise<void> {
  const today = toShanghaiDate(new Date().toISOString());
  const expire = values.license_expire;
  if (typeof expire === 'string' && expire < today && expire !== before?.license_expire)
    fail('license_expire', say.expired);
  const type = (values.ent_type ?? before?.ent_type) as EnterpriseType;
  const parent = values.parent_id === undefined ? before?.parent_id : values.parent_id;
  if (type === 'agency_branch' || type === 'agency_outlet') {
    if (!present(parent)) {
      if (!before || values.parent_id !== undefined) fail('parent_id', say.needsParent);
    } else if (values.parent_id !== undefined) {
      const agency = await tx.row(
        sql`select 1 from enterprise where id = ${parent as number} and ent_type = 'agency' and status in ('active', 'change_pending')`,
      );
      if (!agency) fail('parent_id', say.parentNotAgency);
    }
  }
}

/** Hours until a much-returned or just rejected registration may be submitted again; 0: now. */
export async function hoursToWait(db: Queryable, id: number): Promise<{ hours: number; message: Text } | undefined> {
  const found = await db.row<{
    returns: number;
    last: number | null;
    rejected: number | null;
  }>(sql`select count(*)::int as returns,
      ceil(${lockHours} - extract(epoch from now() - max(createtime)) / 3600)::int as last,
      ceil(${lockHours} - extract(epoch from now() - max(createtime) filter (where move = 'reject')) / 3600)::int as rejected
    from history where resource = ${enterprise.name} and row_id = ${id} and move in ('return', 'reject') and createtime > now() - interval '30 days'`);
  if (found?.rejected && found.rejected > 0) return { hours: found.rejected, message: say.waits };
  if (found && found.returns > mostReturns && (found.last ?? 0) > 0)
    return { hours: found.last ?? 0, message: say.locked };
  return undefined;
}

function tell(context: Context, template: TemplateCode, values: Readonly<Record<string, string>> = {}): void {
  const { before } = context;
  if (!before) return;
  context.storeBeside((row) =>
    smsBeside(row, {
      mobile: before.contact_mobile,
      template,
      values: { name: before.name, ...values },
      areaCode: before.area_code,
      resource: enterprise.name,
    }),
  );
}

/** Audit passed: in business, with a supervision code to scan and an initial risk class. */
function activate(context: Context): void {
  const { values, before } = context;
  values.audited_at = new Date().toISOString();
  values.sup_code = before?.sup_code || randomBytes(16).toString('hex');
  values.risk_class = before?.risk_class ?? 'B';
  values.credit_grade = before?.credit_grade ?? 'B';
  values.marks = null;
  values.reject_count = before?.reject_count ?? 0;
  tell(context, 'enterprise_activated');
}

/** Return and rejection: counted, with the marks the applicant sees at the fields. */
function turnDown(context: Context, template: TemplateCode): void {
  const { values, before, input } = context;
  values.reject_count = (before?.reject_count ?? 0) + 1;
  const cause = returnReasons[input.cause as keyof typeof returnReasons]?.['zh-cn'];
  const reason = `${cause && input.cause !== 'other' ? `${cause}：` : ''}${String(input.reason ?? '')}`;
  values.audit_remark = reason;
  values.marks = input.marks ?? null;
  context.note(reason);
  tell(context, template, { reason });
}

const endLicences = (context: Context, validity: 'cancelled' | 'revoked') =>
  changeFollowers(
    context,
    licence,
    sql`t.enterprise_id = ${context.before?.id ?? 0} and t.validity not in ('cancelled', 'revoked')`,
    { validity },
  );

/** Licences, staff and open claims lie in the area of their enterprise, also when it moves. */
async function moveRecords(context: Context, id: number): Promise<void> {
  const set = { area_code: context.values.area_code };
  for (const resource of [licence, staff]) await changeFollowers(context, resource, sql`t.enterprise_id = ${id}`, set);
  await changeFollowers(context, claim, sql`t.enterprise_id = ${id} and t.status = 'submitted'`, set);
}

/** What is special about registering, auditing and ending an enterprise. */
export const enterpriseHooks: Hooks<Enterprise> = {
  async add(context) {
    await checkForm(context);
    context.values.source ??= context.caller.type === 'member' ? 'self' : 'admin';
    context.values.query_no ??= nextQueryNumber();
  },
  async edit(context) {
    const { before, values, fail } = context;
    await checkForm(context);
    if (before?.status === 'active') {
      for (const name of [...keyFields, 'uscc', 'ent_type', 'area_code']) {
        if (Object.hasOwn(values, name) && values[name] !== (before as unknown as Record<string, unknown>)[name])
          fail(name, say.keyField);
      }
    }
    if (values.area_code !== undefined && values.area_code !== before?.area_code)
      context.afterStore((id) => moveRecords(context, id));
    // what was marked and is corrected now needs no mark any more once submitted; until then it stays visible
  },
  moves: {
    async submit(context) {
      const { before, values, tx, fail } = context;
      if (!before) return;
      const wait = await hoursToWait(tx, before.id);
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
        if (!present(before[name])) fail(name, say.missing);
      }
      if (before.license_expire && before.license_expire < toShanghaiDate(new Date().toISOString()))
        fail('license_expire', say.expired);
      values.submitted_at = new Date().toISOString();
      values.marks = null;
      if (!before.query_no) values.query_no = await takeQueryNumber(tx);
      tell(context, 'enterprise_submitted', { query_no: before.query_no ?? String(values.query_no) });
      const barred = await findBarred(tx, before.id);
      if (barred) context.note(barred);
    },
    firstPass(context) {
      if (context.input.checked !== true) context.fail('checked', say.notChecked);
      if (context.before && singleLevelTypes.has(context.before.ent_type as EnterpriseType)) {
        context.choose('active');
        context.emit('enterprise.activated', { title: context.before.name, status: 'active', move: 'firstPass' });
        activate(context);
      }
    },
    finalPass: activate,
    return: (context) => turnDown(context, 'enterprise_returned'),
    reject: (context) => turnDown(context, 'enterprise_rejected'),
    suspend: (context) =>
      tell(context, 'enterprise_suspended', { document_no: String(context.input.document_no ?? '') }),
    change(context) {
      const { before, input, values, fail } = context;
      const changed = keyFields.filter((name) => present(input[name]) && input[name] !== before?.[name]);
      if (changed.length === 0) fail('name', say.nothingChanged);
      values.pending = JSON.stringify(changed.map((name) => ({ key: name, value: String(input[name]) })));
    },
    changePass({ before, values }) {
      const allowed: readonly string[] = keyFields;
      for (const { key, value } of before?.pending ?? []) if (allowed.includes(key)) values[key] = value;
      values.pending = null;
    },
    changeReject({ values, input }) {
      values.pending = null;
      values.audit_remark = input.reason;
    },
    async cancel(context) {
      await endLicences(context, 'cancelled');
    },
    async revoke(context) {
      const { before, tx, input } = context;
      if (!before) return;
      context.afterStore(async (id) => {
        const row = await tx.row<{ status: string }>(sql`select status from enterprise where id = ${id}`);
        if (row?.status !== 'revoked') return; // only proposed so far
        await endLicences(context, 'revoked');
        await barPrincipal(tx, id, String(input.document_no ?? ''));
      });
    },
  },
};
