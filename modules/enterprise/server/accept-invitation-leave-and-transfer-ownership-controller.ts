import { field } from '#kernel/field/field.ts';
import { type Text, text, textIn } from '#kernel/text/text.ts';
import { onBehalfOf } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import type { ValueOfSchema } from '#server/http/json-schema-and-call-description-types.ts';
import { storeAnswer } from '#server/http/run-call-idempotently.ts';
import { operationLogLineOfCall } from '#server/http/write-operation-log-of-calls.ts';
import { consumeCodes, matchCodes, sendCodes, wrongCode } from '#server/message/send-match-and-spend-one-time-codes.ts';
import {
  enumOf,
  integer,
  key,
  list,
  nothing,
  object,
  orNull,
  string,
} from '#server/open-api/json-schema-shorthands.ts';
import { invalid, notFound, Refused } from '#server/refusal.ts';
import type { OperationLogLine } from '#server/write/statement/operation-log-line.ts';
import { write } from '#server/write/write-pipeline.ts';
import { ownershipCode } from '../contract/message-templates.ts';
import { personOfEnterprise } from '../contract/person-of-enterprise.ts';
import { invitationCodePurpose } from './invitation-and-ownership-write-hooks.ts';

const texts = {
  accepted: text('已加入{name}', 'You have joined {name}'),
  declined: text('已谢绝邀请', 'Invitation declined'),
  left: text('已退出', 'You have left'),
  sent: text('验证码已分别发送至双方手机', 'Verification codes have been sent to both mobiles'),
  transferred: text('已转让负责人', 'Ownership transferred'),
  noMobile: text('请先绑定手机', 'Bind a mobile number first'),
  theyHaveNone: text('对方账号未绑定手机', 'The other account has no mobile number'),
  already: text('您已是该企业的成员', 'You are already a member of this enterprise'),
} as const satisfies Record<string, Text>;

interface Found {
  [column: string]: unknown;
  id: number;
  name: string;
  enterprise_id: number;
  enterprise: string;
  area_code: string;
  /** Mobile of the account; null without one. */
  mobile: string | null;
}

/** Finds a person and the enterprise by a condition on alias `t`. */
async function findPerson({ engine }: Call, where: Sql): Promise<Found> {
  const found = await engine.db.row<Found>(sql`
    select t.id, t.name, t.enterprise_id, e.name as enterprise, e.area_code, m.mobile
    from enterprise_person t join enterprise e on e.id = t.enterprise_id left join member m on m.id = t.user_id where ${where}`);
  if (!found) throw notFound();
  return found;
}

async function mobileOf({ engine, caller }: Call): Promise<string> {
  const row = await engine.db.row<{ mobile: string | null }>(sql`select mobile from member where id = ${caller.id}`);
  if (!row?.mobile) throw new Refused(texts.noMobile, { data: { reason: 'forbidden' } });
  return row.mobile;
}

const readText = (value: unknown) => (typeof value === 'string' ? value.trim().slice(0, 20) : '');

const roles = enumOf('owner', 'operator', 'viewer');
const named = object({ id: key, name: string });
const held = { id: key, enterprise: named, role: roles, joined_at: orNull(integer) };
const invitation = {
  id: key,
  enterprise: named,
  name: string,
  role: roles,
  invited_until: integer,
  updatetime: integer,
};
type Held = { [N in keyof typeof held]: ValueOfSchema<(typeof held)[N]> };
type Invitation = { [N in keyof typeof invitation]: ValueOfSchema<(typeof invitation)[N]> };

/** Pending invitations to the caller's mobile, and the caller's roles. */
async function readInvitations({ engine: { db }, caller }: Call) {
  const mine = await db.rows<Held>(sql`
    select t.id, json_build_object('id', e.id, 'name', e.name) as enterprise, t.role,
      floor(extract(epoch from t.joined_at))::bigint as joined_at
    from enterprise_person t join enterprise e on e.id = t.enterprise_id
    where t.user_id = ${caller.id} and t.status = 'active' order by t.id desc limit 50`);
  const pending = await db.rows<Invitation>(sql`
    select t.id, json_build_object('id', e.id, 'name', e.name) as enterprise, t.name, t.role,
      floor(extract(epoch from t.invited_until))::bigint as invited_until, floor(extract(epoch from t.updatetime))::bigint as updatetime
    from enterprise_person t join enterprise e on e.id = t.enterprise_id join member m on m.mobile = t.mobile
    where m.id = ${caller.id} and t.status = 'invited' and t.invited_until > now() order by t.id desc limit 50`);
  return { list: pending, held: mine };
}

/** Accepts with `{code}`, by the account with the invited mobile. */
async function accept(call: Call, id: number): Promise<Answer<{ enterprise_id: number }>> {
  const { engine, caller, body } = call;
  const mobile = await mobileOf(call);
  const [code] = await matchCodes(engine, [
    { address: mobile, purpose: invitationCodePurpose(id), code: readText(body.code) },
  ]);
  const wrong = () => invalid({ code: [wrongCode[caller.locale]] });
  if (code === undefined) throw wrong();
  const { enterprise, enterprise_id } = await findPerson(call, sql`t.id = ${id}`);
  const answer = new Answer({ enterprise_id }, textIn(texts.accepted, caller.locale, { name: enterprise }));
  await engine.db.transaction(async (tx) => {
    if (!(await consumeCodes(tx, [code]))) throw wrong();
    // the account may have joined by another number: an enterprise has each account once
    const twice = await tx.row(sql`select 1 as one from enterprise_person
      where enterprise_id = ${enterprise_id} and user_id = ${caller.id} and status = 'active'`);
    if (twice) throw new Refused(texts.already, { data: { reason: 'duplicate' } });
    const order = {
      operation: 'move',
      move: 'accept',
      id,
      input: {},
      set: { user_id: caller.id },
      log: ownLine(call, 'accept'),
      unseen: true,
    } as const;
    await write(engine, personOfEnterprise, onBehalfOf(caller), order, tx);
    await storeAnswer(tx, call.once, answer);
  });
  engine.wakeRelay();
  return answer;
}

/** Makes a move on the caller's own row, which the caller's roles do not permit on rows of others. */
async function make(call: Call, id: number, move: string, done: Text): Promise<Answer<null>> {
  const { engine, caller } = call;
  const order = { operation: 'move', move, id, input: {}, log: ownLine(call, move), unseen: true } as const;
  await write(engine, personOfEnterprise, onBehalfOf(caller), order);
  return new Answer(null, done[caller.locale]);
}

/** Operation log line of a move made by the platform on the member's behalf. */
const ownLine = (call: Call, move: string): OperationLogLine => ({
  ...operationLogLineOfCall(call, personOfEnterprise, move),
  by: 'member',
});

/** SQL: persons who may become the owner: active members of an enterprise the caller owns. */
const successor = (call: Call, id: number) =>
  findPerson(
    call,
    sql`t.id = ${id} and t.status = 'active' and t.user_id <> ${call.caller.id} and exists (
      select from enterprise_person o where o.enterprise_id = t.enterprise_id and o.user_id = ${call.caller.id}
        and o.status = 'active' and o.role = 'owner')`,
  );

/** Purpose of transfer codes: valid only for this owner and this person. */
const transferOf = ({ caller }: Call, id: number) => `enterprise_owner ${caller.id} ${id}`;

/** The mobiles of both sides. */
async function bothMobiles(call: Call, to: Found): Promise<[mine: string, theirs: string]> {
  const mine = await mobileOf(call);
  if (!to.mobile) throw new Refused(texts.theyHaveNone, { data: { reason: 'forbidden' } });
  return [mine, to.mobile];
}

/** Sends a code to the present and to the future owner. */
async function sendTransferCodes(call: Call, id: number): Promise<Answer<null>> {
  const { engine, caller } = call;
  const to = await successor(call, id);
  const about = { areaCode: to.area_code, resource: personOfEnterprise.name, rowId: to.id, rowTitle: to.name };
  const purpose = transferOf(call, to.id);
  const mobiles = await bothMobiles(call, to);
  await sendCodes(
    engine,
    mobiles.map((mobile) => ({
      purpose,
      ip: caller.ip,
      sender: caller,
      template: ownershipCode,
      values: { name: to.enterprise },
      to: { mobile, ...about },
    })),
  );
  return new Answer(null, texts.sent[caller.locale]);
}

/** Transfers with both codes. The former owner becomes an operator. */
async function transfer(call: Call, id: number): Promise<Answer<null>> {
  const { engine, caller, body } = call;
  const to = await successor(call, id);
  const purpose = transferOf(call, to.id);
  const [mine, theirs] = await bothMobiles(call, to);
  const codes = await matchCodes(engine, [
    { address: mine, purpose, code: readText(body.code) },
    { address: theirs, purpose, code: readText(body.successor_code) },
  ]);
  const wrong = (names: readonly string[]) =>
    invalid(Object.fromEntries(names.map((name) => [name, [wrongCode[caller.locale]]])));
  const names = ['code', 'successor_code'].filter((_, at) => codes[at] === undefined);
  if (names.length > 0) throw wrong(names);
  const answer = new Answer(null, texts.transferred[caller.locale]);
  await engine.db.transaction(async (tx) => {
    if (!(await consumeCodes(tx, codes as number[]))) throw wrong(['code', 'successor_code']);
    const log = ownLine(call, 'transfer');
    const order = { operation: 'move', move: 'transfer', id: to.id, input: {}, log, unseen: true } as const;
    await write(engine, personOfEnterprise, onBehalfOf(caller), order, tx);
    await storeAnswer(tx, call.once, answer);
  });
  engine.wakeRelay();
  return answer;
}

const person_id = field.integer(text('成员编号', 'Person ID'), { required: true, min: 1 });
/** A code by SMS. It is read from the body only: URLs are logged. */
const sms = (label: Text) => field.text(label, { required: true, min: 6, max: 6 });
const posted = { gate: 'login', methods: ['POST'] } as const;

const ofInvitations = {
  invitations: call({
    gate: 'login',
    summary: text(
      '发给本人手机的邀请，及本人在各企业的身份',
      "Invitations sent to one's own mobile, and one's roles in enterprises",
    ),
    answer: object({ held: list(object(held)), list: list(object(invitation)) }),
    run: readInvitations,
  }),
  accept: call({
    ...posted,
    limit: { perMinute: 20 },
    keepsKey: true,
    summary: text('凭邀请码接受邀请', 'Accept an invitation by code'),
    input: { id: person_id, code: sms(text('邀请码', 'Invitation code')) },
    answer: object({ enterprise_id: key }),
    run: (made) => accept(made, made.input.id),
  }),
  decline: call({
    ...posted,
    summary: text('谢绝邀请', 'Decline an invitation'),
    input: { id: person_id },
    answer: nothing,
    async run(made) {
      const mobile = await mobileOf(made);
      const { id } = await findPerson(
        made,
        sql`t.id = ${made.input.id} and t.mobile = ${mobile} and t.status = 'invited'`,
      );
      return make(made, id, 'decline', texts.declined);
    },
  }),
};

const ofMembers = {
  leave: call({
    ...posted,
    summary: text('退出企业', 'Leave an enterprise'),
    input: { enterprise_id: field.integer(text('企业编号', 'Enterprise ID'), { required: true, min: 1 }) },
    answer: nothing,
    async run(made) {
      const { id } = await findPerson(
        made,
        sql`t.enterprise_id = ${made.input.enterprise_id} and t.user_id = ${made.caller.id} and t.status = 'active'`,
      );
      return make(made, id, 'leave', texts.left);
    },
  }),
  transferCodes: call({
    ...posted,
    confirmed: true,
    limit: { perMinute: 10 },
    summary: text('向双方发送转让负责人的验证码', 'Send transfer codes to both parties'),
    input: { id: person_id },
    answer: nothing,
    run: (made) => sendTransferCodes(made, made.input.id),
  }),
  transfer: call({
    ...posted,
    confirmed: true,
    limit: { perMinute: 20 },
    keepsKey: true,
    summary: text('凭双方验证码转让负责人', 'Transfer ownership with the codes of both parties'),
    input: {
      id: person_id,
      code: sms(text('本人收到的验证码', 'Code received by the current owner')),
      successor_code: sms(text('新负责人收到的验证码', 'Code received by the new owner')),
    },
    answer: nothing,
    run: (made) => transfer(made, made.input.id),
  }),
};

/** Calls of members: accept, decline, leave, and transfer an enterprise with codes to both sides. */
export const acceptInvitationLeaveAndTransferOwnershipController: Controller = {
  app: 'api',
  name: 'enterprise.person',
  actions: { ...ofInvitations, ...ofMembers },
};
