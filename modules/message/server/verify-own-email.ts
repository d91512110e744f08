import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/envelope.ts';
import type { Action, Call } from '#server/http/controller.ts';
import { matchCode, sendCode, spendCode, wrongCode } from '#server/message/one-time-code.ts';
import { isDeliverable } from '#server/message/queue-message.ts';
import { invalid, Refused } from '#server/refusal.ts';

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
async function sendProofCode(call: Call): Promise<Answer> {
  const { engine, caller } = call;
  const email = await emailOf(call);
  if (!isDeliverable(engine, 'email')) throw new Refused(texts.away, { data: { reason: 'away' } });
  await sendCode(engine, { email, purpose: purposeOf(call), ip: caller.ip, sender: caller, locale: caller.locale });
  return new Answer({ expires_in: 300, retry_after: 60 }, texts.sent[caller.locale]);
}

/** `POST proveEmail {code}`: marks the address the code was sent to as verified, until the address changes. */
async function prove(call: Call): Promise<Answer> {
  const { engine, caller, body } = call;
  const email = await emailOf(call);
  const typed = typeof body.code === 'string' ? body.code.trim().slice(0, 20) : '';
  const code = await matchCode(engine, email, purposeOf(call), typed);
  const proven = await engine.db.transaction(async (tx) => {
    if (code === undefined || !(await spendCode(tx, code))) return false;
    await tx.query(sql`insert into message_proven_email (admin_id, email) values (${caller.id}, ${email})
      on conflict (admin_id) do update set email = excluded.email, createtime = now()`);
    return true;
  });
  if (!proven) throw invalid({ code: [wrongCode[caller.locale]] });
  return new Answer(null, texts.proven[caller.locale]);
}

/** Officers verify their e-mail address before any message is copied to it. */
export const emailVerificationActions: Readonly<Record<string, Action>> = {
  emailCode: { gate: 'login', methods: ['POST'], perMinute: 10, silent: true, handle: sendProofCode },
  proveEmail: {
    gate: 'login',
    methods: ['POST'],
    perMinute: 20,
    secret: true,
    title: text('验证电子邮箱', 'Verify e-mail address'),
    handle: prove,
  },
};
