import { maskMobile } from '#kernel/check/mask-personal-data.ts';
import { writableFields } from '#kernel/lifecycle/fields-writable-and-row-deletable-in-state.ts';
import { type Text, text, textIn } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import type { Caller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { transferApplicantUploadsToAccount } from '#server/files/storage/insert-count-and-transfer-attachments.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Call } from '#server/http/controller.ts';
import { operationLogLineOfCall } from '#server/http/write-operation-log-of-calls.ts';
import { invalid, Refused } from '#server/refusal.ts';
import { checkFields } from '#server/write/field/validate-input-by-field-declarations.ts';
import { write } from '#server/write/write-pipeline.ts';
import { enterprise } from '../../contract/enterprise.ts';
import type { EnterpriseType } from '../../contract/enterprise-options.ts';
import { parseTourismKindsOfLicenceScope } from '../../contract/parse-tourism-kinds-of-licence-scope.ts';
import { registrationTermsVersion } from '../../contract/registration-terms-version.ts';
import { addEnterpriseOwner, isPersonOfEnterprise } from '../ownership/lock-and-transfer-enterprise-ownership.ts';
import {
  creditCodeAvailabilityOf,
  creditCodeAvailabilityTexts,
  findRegistrationWithCreditCode,
} from './credit-code-availability-call.ts';
import {
  applicantCaller,
  checkNewAccountInput,
  describeApplicantAccount,
  findApplicantAccount,
  findOrCreateApplicantAccount,
  type NewAccount,
  prepareNewAccount,
  uploadTopicOf,
} from './find-or-create-applicant-account.ts';
import { findParentAgency } from './find-parent-agency-by-credit-code.ts';
import { readMobileTicket } from './mobile-verification-ticket.ts';
import {
  limitSubmissionsPerDay,
  lockApplications,
  recordApplication,
} from './rate-limit-and-record-registration-applications.ts';
import { deleteApplicationDraft } from './save-read-and-delete-registration-application-draft.ts';

const texts = {
  submitted: text('提交成功，请保存查询编号', 'Submitted. Please keep your query number'),
  own: text('您已登记过该企业，请登录后查看', 'You have already registered this enterprise. Sign in to view it'),
  mustAgree: text('请阅读并勾选', 'Please read and tick'),
  noAgency: text('未找到正常经营的旅行社', 'No travel agency in operation has this code'),
  needsScope: text(
    '请勾选旅行社业务经营许可证所载的旅游业务',
    'Tick the travel business listed on the travel agency business permit',
  ),
  needsParent: text('请填写所属旅行社的统一社会信用代码', 'Enter the unified social credit code of the parent agency'),
} as const satisfies Record<string, Text>;

type Body = Readonly<Record<string, unknown>>;

/** Whether the kinds of business are selected or can be parsed from the scope text, for clients that send only that. */
const hasScope = ({ tourism_scope, biz_scope }: Body): boolean =>
  (Array.isArray(tourism_scope) && tourism_scope.length > 0) ||
  parseTourismKindsOfLicenceScope(String(biz_scope ?? '')) !== undefined;

type Errors = Record<string, string[]>;

const agreed = (value: unknown) => value === true || value === '1' || value === 1 || value === 'true';
/** Whether a type belongs to a travel agency, which the applicant names by its credit code. */
const hasParent = (type: unknown) => type === 'agency_branch' || type === 'agency_outlet';
/** Files an applicant must upload, in addition to required form fields. */
const materials = ['photo_front', 'business_license'] as const;

/** `POST register`: creates account and enterprise and submits the registration, all or nothing. */
export async function registerEnterprise(call: Call) {
  const { engine, caller, body } = call;
  const { locale } = caller;
  const mobile = await readMobileTicket(engine, body.ticket);
  const existing = await findApplicantAccount(engine.db, mobile);
  const input = { ...formInput(body), contact_mobile: mobile };
  const { values, errors } = checkFields(writableFields(enterprise, 'add'), input, locale);
  for (const name of materials) if (!values[name]) errors[name] ??= [validationMessages.required[locale]];
  if (values.ent_type === 'agency' && !hasScope(values)) errors.tourism_scope ??= [texts.needsScope[locale]];
  for (const name of ['commitment', 'privacy']) if (!agreed(body[name])) errors[name] = [texts.mustAgree[locale]];
  if (!existing) Object.assign(errors, checkNewAccountInput(body, locale));
  const parent = await readParent(call, body, errors);
  if (Object.keys(errors).length > 0) throw invalid(errors, enterprise.fields);

  const fresh = existing ? undefined : await prepareNewAccount(body);
  const order = { mobile, input, uscc: String(values.uscc), type: values.ent_type as EnterpriseType, parent, fresh };
  const made = await engine.db.transaction((tx) => submit(call, tx, order));
  engine.wakeRelay();
  return new Answer(made, texts.submitted[locale]);
}

/** Keeps only form fields. The parent agency is named by its code, no other row by its key. */
function formInput(body: Body): Record<string, unknown> {
  const fields = writableFields(enterprise, 'add');
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => name !== 'parent_id' && Object.hasOwn(fields, name)),
  );
}

async function readParent(call: Call, body: Body, errors: Errors): Promise<number | undefined> {
  if (!hasParent(body.ent_type)) return undefined;
  const { locale } = call.caller;
  const code = typeof body.parent_uscc === 'string' ? body.parent_uscc.trim().toUpperCase() : '';
  const agency = code === '' ? undefined : await findParentAgency(call.engine.db, code);
  if (!agency) errors.parent_uscc = [(code === '' ? texts.needsParent : texts.noAgency)[locale]];
  return agency?.id;
}

interface Order {
  mobile: string;
  input: Record<string, unknown>;
  uscc: string;
  type: EnterpriseType;
  parent: number | undefined;
  fresh: NewAccount | undefined;
}

async function submit(call: Call, tx: Transaction, { mobile, input, uscc, type, parent, fresh }: Order) {
  const { engine, caller } = call;
  await lockApplications(tx, `code ${uscc} ${type}`, `mobile ${mobile}`);
  await limitSubmissionsPerDay(engine, tx, mobile, caller.ip);
  await refuseRegistered(tx, caller, mobile, uscc, type);
  const account = await findOrCreateApplicantAccount(engine, tx, caller, mobile, String(input.contact_name), fresh);
  const who = applicantCaller(caller, account);
  const topic = uploadTopicOf(engine, mobile);
  await transferApplicantUploadsToAccount(tx, topic, account.id);
  const set = { source: 'self', ...(parent === undefined ? {} : { parent_id: parent }) };
  const { id } = await write(engine, enterprise, who, { operation: 'add', input, set, applies: true }, tx);
  await addEnterpriseOwner(engine, tx, who, id, { id: account.id, name: String(input.contact_name), mobile });
  const log = operationLogLineOfCall(call, enterprise, 'submit');
  const submitted = await write(engine, enterprise, who, { operation: 'move', move: 'submit', id, input: {}, log }, tx);
  await recordApplication(tx, caller, {
    kind: 'register',
    enterpriseId: id,
    userId: account.id,
    mobile,
    terms: registrationTermsVersion,
  });
  await deleteApplicationDraft(tx, mobile);
  const { query_no, due_at } = submitted.row as { query_no: string; due_at: number | null };
  return { id, query_no, due_at, account: describeApplicantAccount(account) };
}

/** Refuses a registered code, with a pointer to the claim or, for the owner, to sign-in. */
async function refuseRegistered(
  tx: Transaction,
  caller: Caller,
  mobile: string,
  uscc: string,
  type: string,
): Promise<void> {
  const found = await findRegistrationWithCreditCode(tx, uscc, type);
  if (!found) return;
  const account = await findApplicantAccount(tx, mobile);
  if (account && (await isPersonOfEnterprise(tx, found.id, account.id)))
    throw new Refused(texts.own, { data: { reason: 'duplicate', state: 'own' } });
  const { state, hours, hint } = await creditCodeAvailabilityOf(tx, found);
  const values = { hours, hint: hint ?? maskMobile(found.contact_mobile) };
  const message = creditCodeAvailabilityTexts[state];
  throw new Refused(message, {
    values,
    data: {
      reason: state === 'waiting' ? 'locked' : 'duplicate',
      state,
      ...values,
      errors: { uscc: [textIn(message, caller.locale, values)] },
    },
  });
}
