import type { MessageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { text } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import { type AttemptLimit, countAttempts } from '#server/limit/attempt-limit.ts';
import { Refused } from '#server/refusal.ts';
import type { ChangeContext, WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { enterprise } from '../contract/enterprise.ts';
import { existingStates } from '../contract/enterprise-lifecycle.ts';
import type { licence } from '../contract/licence.ts';
import { licenceCancelled, licenceConfirmed, licenceReturned } from '../contract/message-templates.ts';
import { parseTourismKindsOfLicenceScope, type TourismKind } from '../contract/parse-tourism-kinds-of-licence-scope.ts';

/** Most licences an enterprise may hand in per day. */
const perEnterprise: AttemptLimit = { name: 'licence_handed_in', most: 30, seconds: 86_400, forgets: 'each' };

const texts = {
  order: text('有效期至须晚于发证日期', 'Must be after the date of issue'),
  tourism: text('请按许可证所载勾选旅游业务范围', 'Tick the travel business listed on the permit'),
  newPaper: text('请上传新证照片', 'Upload a photo of the new licence'),
  tooMany: text(
    '24 小时内至多提交 {most} 件许可证，请 {hours} 小时后再试',
    'At most {most} {most|licence|licences} can be submitted within 24 hours. Try again in {hours} h',
  ),
};

type Dates = { readonly issue_date?: string | null; readonly expire_date?: string | null };

/** The last day of the licence after the change: the input, else the record. */
const lastDay = (input: Dates, before?: Dates): string | null =>
  (input.expire_date === undefined ? before?.expire_date : input.expire_date) ?? null;

function checkDates(input: Dates, before: Dates | undefined, fail: WriteContext<typeof licence>['fail']): void {
  const [issued, expire] = [input.issue_date ?? before?.issue_date, lastDay(input, before)];
  if (expire !== null && issued && expire <= issued) fail('expire_date', texts.order);
}

type Scope = {
  readonly kind?: string | null;
  readonly scope?: string | null;
  readonly tourism_scope?: readonly string[] | null;
};

/**
 * Requires the kinds of business of an agency, besides the printed scope. A scope text alone is parsed; if ambiguous,
 * the kinds are required. Existing rows need them when the scope changes.
 */
function checkScope(
  input: Scope,
  before: Scope | undefined,
  fail: WriteContext<typeof licence>['fail'],
): TourismKind[] | undefined {
  const now = { ...before, ...input };
  const touched =
    !before || ['kind', 'scope', 'tourism_scope'].some((name) => input[name as keyof Scope] !== undefined);
  if (now.kind !== 'agency' || !touched || now.tourism_scope?.length) return undefined;
  const read = parseTourismKindsOfLicenceScope(now.scope ?? '');
  if (!read) fail('tourism_scope', texts.tourism);
  return read;
}

/** Refuses documents of a closed enterprise, and locks the enterprise until commit. */
const holdEnterprise = ({ require }: Pick<WriteContext<typeof licence>, 'require'>, id: number | null | undefined) =>
  require(enterprise, id ?? 0, { status: existingStates });

/** For the members who act for the holder, and by SMS for its contact. */
const toHolder = <P extends string>(template: MessageTemplate<P>) =>
  ({ template, values: { name: 'enterprise_id' }, sms: 'enterprise_id.contact_mobile' }) as const;

const noteReason = ({ note, input }: ChangeContext<typeof licence, object, { readonly reason: string }>): void =>
  note(input.reason);

/** Hooks of licences: verification. Expiry follows from the declaration. */
export const licenceWriteHooks: WriteHooks<typeof licence> = {
  async add(context) {
    const { values, caller, tx, fail } = context;
    checkDates(values, undefined, fail);
    values.tourism_scope = checkScope(values, undefined, fail) ?? values.tourism_scope ?? null;
    if (caller.type !== 'member') return;
    await holdEnterprise(context, values.enterprise_id);
    await countAttempts(
      tx,
      [{ limit: perEnterprise, subject: values.enterprise_id ?? 0 }],
      (_, wait) =>
        new Refused(texts.tooMany, {
          values: { most: perEnterprise.most, hours: Math.ceil(wait / 3600) },
          data: { reason: 'too_frequent', retry_after: wait },
        }),
    );
  },
  edit({ values, before, fail }) {
    checkDates(values, before, fail);
    const read = checkScope(values, before, fail);
    if (read) values.tourism_scope = read;
  },
  notify: {
    confirm: toHolder(licenceConfirmed),
    return: toHolder(licenceReturned),
    // by the number known to the holder until now
    confirmRenewal: { ...toHolder(licenceConfirmed), before: true },
    refuseRenewal: toHolder(licenceReturned),
    cancel: toHolder(licenceCancelled),
  },
  moves: {
    async submit(context) {
      const { before, fail } = context;
      if (!before.file) fail('file', validationMessages.required);
      if (before.kind === 'agency' && !before.tourism_scope?.length) fail('tourism_scope', texts.tourism);
      await holdEnterprise(context, before.enterprise_id);
    },
    async confirm(context) {
      const { values, before } = context;
      await holdEnterprise(context, before.enterprise_id);
      values.verify_status = 'verified';
    },
    return: noteReason,
    async renew(context) {
      const { proposed, before, fail } = context;
      if (!proposed.file) fail('file', texts.newPaper);
      checkDates(proposed, before, fail);
      const { kind } = before;
      const read = checkScope(
        { ...proposed, kind },
        { ...before, ...(proposed.scope ? { tourism_scope: null } : {}) },
        fail,
      );
      if (read) proposed.tourism_scope = read;
      await holdEnterprise(context, before.enterprise_id);
    },
    async confirmRenewal(context) {
      const { values, before } = context;
      await holdEnterprise(context, before.enterprise_id);
      values.verify_status = 'verified';
    },
    refuseRenewal: noteReason,
    cancel({ values, note, input }) {
      values.validity = 'cancelled';
      note(input.reason);
    },
  },
};
