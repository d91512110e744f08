import { text } from '#kernel/text/text.ts';
import { accounts, type Subject, subjectOf } from '#server/auth/subject.ts';
import { sql } from '#server/db/sql.ts';
import type { Call } from '#server/http/controller.ts';
import { invalid, Refused } from '#server/refusal.ts';
import { checkCurrentPassword } from '../account/current-password.ts';
import { passkeySite } from './enrol.ts';
import { givenFactor, judgeFactor, waysOf } from './factors.ts';
import { beginUsing, siteOf } from './passkey.ts';

const texts = {
  // the catalogue's message, which pops up nowhere: the field says what to do
  wrong: text('密码不正确', 'Wrong password'),
  password: text(
    '密码不正确：请输入登录本账号用的密码，注意大小写',
    'Wrong password: enter the password you sign in to this account with, and mind the capitals',
  ),
  owed: text(
    '该账号已启用二次验证，请完成验证',
    'This account has two-factor verification enabled. Complete the verification',
  ),
  factor: text('验证未通过，请重试', 'Verification failed. Try again'),
};

/** Whose proof is asked for, and in which session. */
export interface Prover extends Subject {
  readonly sessionId: number;
}

const keyOf = ({ sessionId }: Prover) => `proof ${sessionId}`;
/** Whoever makes a call. */
export const proverOf = ({ caller }: Call): Prover => ({ ...subjectOf(caller), sessionId: caller.sessionId });

/**
 * An open session proves nothing of who sits before it: some calls ask for `{password}` once more, and of whoever has a
 * second factor for `{code}`, `{recovery}` or `{passkey}` beside it. What is owed stands in the refusal (`ways`).
 */
export async function proveSelf(call: Call, who: Prover = proverOf(call)): Promise<void> {
  const { engine, caller, body } = call;
  const row = await engine.db.row<{ password: string }>(
    sql`select password from ${sql.id(accounts[who.type].table)} where id = ${who.id}`,
  );
  const password = typeof body.password === 'string' ? body.password : '';
  if (!row || !(await checkCurrentPassword(engine.db, who.type, { id: who.id, ...row }, password)))
    throw new Refused(texts.wrong, {
      data: { reason: 'invalid', errors: { password: [texts.password[caller.locale]] } },
    });
  await proveFactor(call, who);
}

/** The second factor alone; true: it was asked for and is right. Who has none proves nothing by it. */
export async function proveFactor({ engine, caller, body, request }: Call, who: Prover): Promise<boolean> {
  const site = siteOf(request);
  const ways = await waysOf(engine.db, who, site);
  if (ways === undefined) return false;
  const given = givenFactor(body);
  if (!given) throw new Refused(texts.owed, { data: { reason: 'second_factor', ways } });
  if (!(await judgeFactor(engine, who, given, keyOf(who), site)))
    throw invalid({ [Object.keys(given)[0] as string]: [texts.factor[caller.locale]] });
  return true;
}

/** What a browser is asked in order to prove by a passkey who sits before it. */
export const beginProof = (call: Call, who: Prover = proverOf(call)) =>
  beginUsing(call.engine.db, keyOf(who), passkeySite(call), who);
