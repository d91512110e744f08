import { type Text, text } from '#kernel/text/text.ts';
import { systemCaller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { transferApplicantUploadsToAccount } from '#server/files/storage/insert-count-and-transfer-attachments.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Call } from '#server/http/controller.ts';
import { invalid, Refused } from '#server/refusal.ts';
import { checkField, checkFields } from '#server/write/field/validate-input-by-field-declarations.ts';
import { queueMessage } from '#server/write/statement/queue-sms-email-and-wechat-messages.ts';
import { write } from '#server/write/write-pipeline.ts';
import { ownershipClaim as claimResource } from '../../contract/claim-to-own-enterprise-record.ts';
import { enterprise } from '../../contract/enterprise.ts';
import { claimSubmitted } from '../../contract/message-templates.ts';
import {
  addEnterpriseOwner,
  isPersonOfEnterprise,
  lockOwnership,
} from '../ownership/lock-and-transfer-enterprise-ownership.ts';
import { findRegistrationWithCreditCode, readCreditCode, readEnterpriseType } from './credit-code-availability-call.ts';
import {
  type ApplicantAccount,
  checkNewAccountInput,
  describeApplicantAccount,
  findApplicantAccount,
  findOrCreateApplicantAccount,
  type NewAccount,
  prepareNewAccount,
  uploadTopicOf,
} from './find-or-create-applicant-account.ts';
import { readMobileTicket } from './mobile-verification-ticket.ts';
import {
  limitSubmissionsPerDay,
  lockApplications,
  recordApplication,
} from './rate-limit-and-record-registration-applications.ts';

const texts = {
  bound: text('认领成功，请登录查看', 'Ownership claimed. Sign in to view the enterprise'),
  sent: text(
    '认领申请已提交，请等待主管部门核实',
    'Ownership claim submitted. Please wait for the authority to verify it',
  ),
  own: text('该企业已在您的账号名下，请登录查看', 'This enterprise is already in your account. Sign in to view it'),
  twice: text(
    '您已申请认领该企业，请等待核实',
    'You have already submitted an ownership claim for this enterprise. Please wait for verification',
  ),
  notThere: text('该企业尚未登记，请直接登记', 'This enterprise is not registered yet. Please register it'),
} as const satisfies Record<string, Text>;

/** Fields of a claimant, with the kinds and labels officers see. */
const { applicant, reason, proof } = claimResource.fields;
const claimFields = {
  applicant: { ...applicant, required: true },
  reason: { ...reason, required: true, options: { min: 5, max: 500 } },
};

/**
 * `POST claim`: an enterprise without an account goes at once to the holder of its recorded mobile; an officer verifies
 * all other claims.
 */
export async function bindEnterpriseOrSubmitOwnershipClaim(call: Call) {
  const { engine, caller, body } = call;
  const { locale } = caller;
  const mobile = await readMobileTicket(engine, body.ticket);
  const existing = await findApplicantAccount(engine.db, mobile);
  const uscc = readCreditCode(body.uscc, call);
  const type = readEnterpriseType(body.ent_type);
  const { values, errors } = checkFields(claimFields, body, locale);
  const file = checkField(proof, body.proof, locale);
  if ('errors' in file) errors.proof = file.errors;
  if (!existing) Object.assign(errors, checkNewAccountInput(body, locale));
  if (Object.keys(errors).length > 0) throw invalid(errors, { ...claimFields, proof });
  const fresh = existing ? undefined : await prepareNewAccount(body);
  const input = { ...values, ...('value' in file && file.value ? { proof: file.value } : {}) };
  const made = await engine.db.transaction((tx) => decide(call, tx, { mobile, uscc, type, input, fresh }));
  engine.wakeRelay();
  return new Answer(made, texts[made.state === 'bound' ? 'bound' : 'sent'][locale]);
}

interface Order {
  mobile: string;
  uscc: string;
  type: string;
  input: Record<string, unknown>;
  fresh: NewAccount | undefined;
}

interface Decided {
  state: 'bound' | 'submitted';
  name: string;
  account: { username: string; created: boolean };
}

async function decide(call: Call, tx: Transaction, { mobile, uscc, type, input, fresh }: Order): Promise<Decided> {
  const { engine, caller } = call;
  await lockApplications(tx, `code ${uscc} ${type}`, `mobile ${mobile}`);
  await limitSubmissionsPerDay(engine, tx, mobile, caller.ip);
  const found = await findRegistrationWithCreditCode(tx, uscc, type);
  if (!found) throw new Refused(texts.notThere, { data: { reason: 'not_found', state: 'free' } });
  const account = await findOrCreateApplicantAccount(engine, tx, caller, mobile, String(input.applicant), fresh);
  if (await isPersonOfEnterprise(tx, found.id, account.id))
    throw new Refused(texts.own, { data: { reason: 'duplicate', state: 'own' } });
  const topic = uploadTopicOf(engine, mobile);
  await transferApplicantUploadsToAccount(tx, topic, account.id);
  const decided = { name: found.name, account: describeApplicantAccount(account) };
  await recordApplication(tx, caller, { kind: 'claim', enterpriseId: found.id, userId: account.id, mobile });
  const onRecord = mobile === found.contact_mobile || mobile === found.legal_mobile;
  if (onRecord && !(await lockOwnership(tx, found.id))) {
    const owner = { id: account.id, name: String(input.applicant), mobile };
    await addEnterpriseOwner(engine, tx, onBehalfOf(call, account), found.id, owner);
    return { state: 'bound', ...decided };
  }
  const open = await tx.row(sql`select 1 from enterprise_claim
    where enterprise_id = ${found.id} and mobile = ${mobile} and status = 'submitted'`);
  if (open) throw new Refused(texts.twice, { data: { reason: 'duplicate', state: 'claimed' } });
  await write(
    engine,
    claimResource,
    onBehalfOf(call, account),
    {
      operation: 'add',
      input: {},
      set: { ...input, enterprise_id: found.id, mobile, user_id: account.id },
      filesOf: { type: 'member', id: account.id },
    },
    tx,
  );
  await queueMessage(
    engine,
    tx,
    claimSubmitted,
    { name: found.name },
    {
      mobile,
      locale: call.caller.locale,
      areaCode: found.area_code,
      resource: enterprise.name,
      rowId: found.id,
      rowTitle: found.name,
    },
  );
  return { state: 'submitted', ...decided };
}

/** The platform as caller; the timeline names the account it acts for. */
const onBehalfOf = ({ caller }: Call, account: ApplicantAccount) =>
  systemCaller({
    id: account.id,
    name: account.username,
    locale: caller.locale,
    ip: caller.ip,
    userAgent: caller.userAgent,
    requestId: caller.requestId,
  });
