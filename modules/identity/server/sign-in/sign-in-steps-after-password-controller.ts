import type { Fields } from '#kernel/declaration/field.ts';
import { field } from '#kernel/field/field.ts';
import { type Text, text } from '#kernel/text/text.ts';
import type { AccountType } from '#server/auth/account-reference.ts';
import { accountTables } from '#server/auth/account-reference.ts';
import { findAdminPasswordFault } from '#server/auth/find-admin-password-fault.ts';
import { hashPassword, verifyPassword } from '#server/auth/hash-and-verify-password.ts';
import { endPendingSignIns } from '#server/auth/revoke-access-of-account.ts';
import { endSessions } from '#server/auth/start-refresh-and-end-sessions-by-token.ts';
import { type SignInProgress, signInHolder, signInTicket } from '#server/auth/ticket-between-sign-in-steps.ts';
import { onBehalfOf } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import type { JsonSchema } from '#server/http/json-schema-and-call-description-types.ts';
import { object, string } from '#server/open-api/json-schema-shorthands.ts';
import type { Platform } from '#server/platform/server-module-declaration.ts';
import { badParameter, invalid, Refused } from '#server/refusal.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { admin } from '../../contract/admin.ts';
import { securitySettings } from '../../contract/security-settings.ts';
import { appCodeInput, recoveryCodeInput } from '../second-factor/identity-proof-inputs.ts';
import {
  listSecondFactors,
  needsSecondFactor,
  readGivenSecondFactor,
  secondFactorMethodsOf,
  verifySecondFactor,
} from '../second-factor/list-verify-and-remove-second-factors.ts';
import { passkeyRequestOptions, relyingPartyOf } from '../second-factor/passkey.ts';
import { passkeyOptionsAnswer } from '../second-factor/prove-identity-by-password-and-second-factor.ts';
import {
  addPendingSecondFactor,
  beginPasskey,
  beginTotp,
  requireRelyingParty,
  type SecondFactorSetUp,
} from '../second-factor/set-up-second-factor.ts';
import { type OpenedSession, openedSessionSchema } from '../session/answer-schema-of-opened-session.ts';
import type { AuthenticatedAccount } from '../session/authenticated-account-type.ts';
import { countAndLogFailedSignIn } from '../session/count-failures-to-show-at-next-sign-in-and-log-them.ts';
import { openAdminOrMemberSession } from '../session/open-admin-or-member-session.ts';
import { refuseWhileMemberCentreDisabled } from '../session/refuse-while-member-centre-disabled.ts';

const texts = {
  second_factor: text(
    '该账号已启用二次验证，请在本平台的登录页完成验证',
    "This account has two-factor verification enabled. Complete it on this platform's sign-in page",
  ),
  enrol: text(
    '该账号必须设置二次验证，请在本平台的登录页设置',
    "This account must set up two-factor verification. Do so on this platform's sign-in page",
  ),
  new_password: text(
    '首次登录须修改密码，请在本平台的登录页修改',
    "The password must be changed at first sign-in. Do so on this platform's sign-in page",
  ),
  wrong: text('验证未通过，请重试', 'Verification failed. Try again'),
  same: text('新密码不能与原密码相同', 'The new password must differ from the current one'),
} as const satisfies Record<string, Text>;

/** Steps remaining after the password. */
export type SignInStep = 'second_factor' | 'enrol' | 'new_password';

/** A sign-in in progress. */
export interface SignIn extends AuthenticatedAccount {
  readonly by: SignInProgress['by'];
  readonly factorDone: boolean;
}

/** The next step; undefined: complete. */
async function nextStep({ engine }: Platform, one: SignIn): Promise<SignInStep | undefined> {
  if (!one.factorDone) {
    if ((await listSecondFactors(engine.db, one.who)).length > 0) return 'second_factor';
    if (await needsSecondFactor(engine, one.who)) return 'enrol';
  }
  if (one.by !== 'password' || one.who.type !== 'admin') return undefined;
  const due = await engine.db.row(sql`select from auth_admin where id = ${one.who.id} and password_due`);
  return due ? 'new_password' : undefined;
}

/** Completes a sign-in without remaining steps; else refuses with the next step and a ticket. */
export async function beginSignInSteps(platform: Platform, call: Call, one: SignIn): Promise<Answer<OpenedSession>> {
  const step = await nextStep(platform, one);
  // clients without support for steps would be locked out: a setting decides whether the password is enough
  const passes =
    step === 'new_password' &&
    call.body.steps !== true &&
    platform.engine.settings(securitySettings).first_change === 'page';
  if (!step || passes) return openAdminOrMemberSession(platform, call, one);
  throw await refuseStep(platform, call, step, one, await storeSignInTicket(platform.engine.db, one));
}

/** Stores a sign-in in progress; returns its ticket. */
export const storeSignInTicket = (
  db: Queryable,
  { who, persistent, by, password, factorDone }: SignIn,
): Promise<string> =>
  signInTicket.issue(db, { holder: signInHolder(who), content: { persistent, by, password, factorDone } });

/** Refuses with the next step: a message for clients without steps, data for ours. */
async function refuseStep(
  { engine: { db } }: Platform,
  { request }: Call,
  step: SignInStep,
  { who }: SignIn,
  ticket: string,
  more: object = {},
): Promise<Refused> {
  const site = relyingPartyOf(request);
  const ways =
    step === 'enrol'
      ? ['totp', ...(site ? ['passkey'] : [])]
      : step === 'second_factor'
        ? await secondFactorMethodsOf(db, who, site)
        : [];
  return new Refused(texts[step], { data: { reason: 'next_step', step, ticket, ways, ...more } });
}

interface StepDescription<A> {
  readonly summary: Text;
  readonly answer: JsonSchema<A>;
  readonly inputs?: Fields;
}

type RunStep<A> = (made: Call, one: SignIn, ticket: string) => Promise<A | Answer<A>>;

const totp = object({ secret: string, uri: string, svg: string });

/** What the calls of a sign-in in progress do, and answer. */
const steps = {
  resume: {
    summary: text('继续一次登录：登录成功，或下一步', 'Continue a sign-in: success or the next step'),
    answer: openedSessionSchema,
  },
  next: {
    summary: text(
      '完成下一步：code、recovery、passkey 或新 password',
      'Complete the next step: code, recovery, passkey or new password',
    ),
    inputs: {
      code: appCodeInput,
      recovery: recoveryCodeInput,
      password: field.password(text('新密码', 'New password')),
    },
    answer: openedSessionSchema,
  },
  usePasskey: {
    summary: text('以通行密钥完成下一步（WebAuthn 选项）', 'Complete the next step with a passkey (WebAuthn options)'),
    answer: passkeyOptionsAnswer,
  },
  beginTotp: {
    summary: text('登录途中开始添加身份验证器', 'Start adding an authenticator app during sign-in'),
    answer: totp,
  },
  beginPasskey: {
    summary: text('登录途中开始添加通行密钥', 'Start adding a passkey during sign-in'),
    answer: passkeyOptionsAnswer,
  },
};

/** A call of a sign-in in progress. A ticket that is missing is refused as one that has expired. */
const stepCall = <A>(
  platform: Platform,
  type: AccountType,
  { summary, answer, inputs }: StepDescription<A>,
  run: RunStep<A>,
) =>
  call({
    gate: 'none',
    methods: ['POST'],
    silent: true,
    secret: true,
    limit: { perMinute: 60 },
    summary,
    inputFrom: 'body',
    checkedInRun: { ticket: field.text(text('登录票据', 'Sign-in ticket'), { required: true, max: 100 }), ...inputs },
    answer,
    async run(made) {
      refuseWhileMemberCentreDisabled(platform, type);
      const ticket = typeof made.body.ticket === 'string' ? made.body.ticket : '';
      return run(made, await readTicket(platform.engine.db, type, ticket), ticket);
    },
  });

/** Calls of a sign-in in progress, each with its ticket. */
export function signInStepsController(platform: Platform, type: AccountType): Controller {
  const { engine } = platform;
  const { db } = engine;
  const step = <A>(one: StepDescription<A>, run: RunStep<A>) => stepCall(platform, type, one, run);
  return {
    app: type === 'admin' ? 'admin' : 'api',
    name: 'signIn',
    actions: {
      /** The next step, for a page with only a ticket. */
      resume: step(steps.resume, goOn),
      next: step(steps.next, next),
      usePasskey: step(steps.usePasskey, (made, { who }, ticket) =>
        passkeyRequestOptions(db, keyOf(ticket), requireRelyingParty(made), who),
      ),
      beginTotp: step(steps.beginTotp, async (made, one, ticket) => {
        await mustEnrol(one);
        return beginTotp(made, enrolling(one, ticket));
      }),
      beginPasskey: step(steps.beginPasskey, async (made, one, ticket) => {
        await mustEnrol(one);
        return beginPasskey(made, enrolling(one, ticket));
      }),
    },
  };

  /** Refuses to enrol a factor before an existing one was verified. */
  async function mustEnrol(one: SignIn): Promise<void> {
    if ((await nextStep(platform, one)) !== 'enrol') throw badParameter();
  }

  /** `{code}`, `{recovery}` or `{passkey}`; to enrol, `{code}` or `{passkey}`; or a new `{password}`. */
  async function next(call: Call, one: SignIn, ticket: string): Promise<Answer<OpenedSession>> {
    const { body, caller } = call;
    const owed = await nextStep(platform, one);
    if (owed === 'second_factor') {
      const given = readGivenSecondFactor(body);
      if (!given) throw badParameter();
      if (!(await verifySecondFactor(engine, one.who, given, keyOf(ticket), relyingPartyOf(call.request)))) {
        await countAndLogFailedSignIn(call, one.who, 'wrong_factor');
        throw invalid({ [Object.keys(given)[0] as string]: [texts.wrong[caller.locale]] });
      }
      return passFactor(call, one, ticket);
    }
    if (owed === 'enrol')
      return passFactor(call, one, ticket, await addPendingSecondFactor(call, enrolling(one, ticket)));
    const password = owed === 'new_password' ? await changePassword(platform, call, one, ticket) : one.password;
    return goOn(call, { ...one, password }, ticket);
  }

  async function passFactor(
    call: Call,
    one: SignIn,
    ticket: string,
    more: object = {},
  ): Promise<Answer<OpenedSession>> {
    await signInTicket.change(db, ticket, { factorDone: true });
    return goOn(call, { ...one, factorDone: true }, ticket, more);
  }

  async function goOn(call: Call, one: SignIn, ticket: string, more: object = {}): Promise<Answer<OpenedSession>> {
    const owed = await nextStep(platform, one);
    if (owed) throw await refuseStep(platform, call, owed, one, ticket, more);
    await signInTicket.redeem(db, ticket);
    const opened = await openAdminOrMemberSession(platform, call, one);
    return new Answer({ ...opened.data, ...more }, opened.message);
  }
}

const keyOf = (ticket: string) => `ticket ${signInTicket.hash(ticket)}`;
const enrolling = ({ who }: SignIn, ticket: string): SecondFactorSetUp => ({ who, key: keyOf(ticket) });

/** The sign-in of a ticket; refused if expired. */
async function readTicket(db: Queryable, type: AccountType, ticket: string): Promise<SignIn> {
  const found = await signInTicket.read(db, ticket);
  const [holderType, id] = found?.holder?.split(' ') ?? [];
  if (!found || holderType !== type) throw signInTicket.refused();
  const { password, ...shown } = found.content;
  const { table, enabled } = accountTables[type];
  const account = await db.row<{
    id: number;
  }>(sql`select id from ${sql.id(table)} where id = ${Number(id)} and status = ${enabled}
    and (${password ?? null}::text is null or password = ${password ?? null})`);
  if (!account) throw signInTicket.refused();
  return { ...shown, who: { type, id: account.id }, password };
}

/** Returns the hash of the new password. */
async function changePassword(
  { engine, authenticator }: Platform,
  { body, caller }: Call,
  { who: { id } }: SignIn,
  ticket: string,
): Promise<string> {
  const { db } = engine;
  const account = await db.row<{ id: number; username: string; password: string }>(
    sql`select id, username, password from auth_admin where id = ${id}`,
  );
  const password = typeof body.password === 'string' ? body.password : '';
  const refusePassword = (message: string) => invalid({ password: [message] });
  const fault = await findAdminPasswordFault(password, account?.username ?? '');
  if (!account || fault) throw refusePassword((fault ?? texts.same)[caller.locale]);
  if (await verifyPassword(account.password, password)) throw refusePassword(texts.same[caller.locale]);
  const hashed = await hashPassword(password);
  await db.transaction(async (tx) => {
    const who = onBehalfOf({ ...caller, id: account.id, name: account.username });
    const order = {
      where: sql`t.id = ${account.id} and t.password_due and t.password = ${account.password}`,
      set: { password: hashed, password_due: '0' },
    } as const;
    const changed = await changeRows(engine, admin, who, order, tx);
    if (changed.length === 0) throw signInTicket.refused();
    await endPendingSignIns(tx, { type: 'admin', id: account.id }, ticket);
    await endSessions(tx, { type: 'admin', id: account.id });
  });
  authenticator.forget();
  return hashed;
}
