import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Action, Call } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { consumeCode, matchCode, sendCode, wrongCode } from '#server/message/send-match-and-spend-one-time-codes.ts';
import { integer, nothing, object } from '#server/open-api/json-schema-shorthands.ts';
import { invalid, Refused } from '#server/refusal.ts';
import { isDeliverable } from '#server/write/statement/queue-sms-email-and-wechat-messages.ts';

const texts = {
  sent: text('验证码已发送', 'Verification code sent'),
  proven: text('邮箱已验证', 'E-mail address verified'),
  none: text('还没有登记电子邮箱', 'No e-mail address registered'),
  away: text('邮件服务尚未配置，请联系管理员', 'The mail service is not configured. Contact the administrator'),
};

/** Binds a code to one account, so that it verifies the address for this account only. */
const purposeOf = ({ caller }: Call) => `admin_email ${caller.id}`;

async function emailOf({ engine, caller }: Call): Promise<string> {
  const row = await engine.db.row<{ email: string | null }>(
    sql`select nullif(email, '') as email from auth_admin where id = ${caller.id}`,
  );
  if (!row?.email) throw new Refused(texts.none, { data: { reason: 'invalid' } });
  return row.email.toLowerCase();
}

/** `POST emailCode`: sends a code to the caller's own address. */
async function sendProofCode(made: Call): Promise<Answer<{ expires_in: number; retry_after: number }>> {
  const { engine, caller } = made;
  const email = await emailOf(made);
  if (!isDeliverable(engine, 'email')) throw new Refused(texts.away, { data: { reason: 'away' } });
  await sendCode(engine, { email, purpose: purposeOf(made), ip: caller.ip, sender: caller, locale: caller.locale });
  return new Answer({ expires_in: 300, retry_after: 60 }, texts.sent[caller.locale]);
}

/** `POST proveEmail {code}`: marks the address the code was sent to as verified, until the address changes. */
async function prove(made: Call, typed: string): Promise<Answer<null>> {
  const { engine, caller } = made;
  const email = await emailOf(made);
  const code = await matchCode(engine, email, purposeOf(made), typed);
  const proven = await engine.db.transaction(async (tx) => {
    if (code === undefined || !(await consumeCode(tx, code))) return false;
    await tx.query(sql`insert into message_proven_email (admin_id, email) values (${caller.id}, ${email})
      on conflict (admin_id) do update set email = excluded.email, createtime = now()`);
    return true;
  });
  if (!proven) throw invalid({ code: [wrongCode[caller.locale]] });
  return new Answer(null, texts.proven[caller.locale]);
}

/** Officers verify their e-mail address before any message is copied to it. */
export const ownEmailVerificationActions: Readonly<Record<string, Action>> = {
  emailCode: call({
    gate: 'login',
    methods: ['POST'],
    limit: { perMinute: 10 },
    silent: true,
    summary: text('向本人登记的邮箱发送验证码', "Send a verification code to one's own e-mail address"),
    answer: object({ expires_in: integer, retry_after: integer }),
    run: sendProofCode,
  }),
  proveEmail: call({
    gate: 'login',
    methods: ['POST'],
    limit: { perMinute: 20 },
    secret: true,
    title: text('验证电子邮箱', 'Verify e-mail address'),
    summary: text('凭验证码验证本人的邮箱', "Verify one's own e-mail address by code"),
    inputFrom: 'body',
    input: { code: field.text(text('邮件中的验证码', 'Code from the e-mail'), { required: true, max: 20 }) },
    answer: nothing,
    run: (made) => prove(made, made.input.code),
  }),
};
