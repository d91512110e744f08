import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { AccountType } from '#server/auth/account-reference.ts';
import {
  type AccountReference,
  accountOfCaller,
  accountTables,
  isOwnedByAccount,
} from '#server/auth/account-reference.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { call, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import { boolean, integer, list, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { notFound, Refused } from '#server/refusal.ts';
import { appCodeInput, identityProofInputs } from './identity-proof-inputs.ts';
import {
  countRecoveryCodes,
  listSecondFactors,
  needsSecondFactor,
  secondFactorAnswer,
} from './list-verify-and-remove-second-factors.ts';
import { relyingPartyOf } from './passkey.ts';
import { passkeyOptionsAnswer, proveIdentity } from './prove-identity-by-password-and-second-factor.ts';
import { renewRecoveryCodes } from './recovery-code.ts';
import { addPendingSecondFactor, beginPasskey, beginTotp, type SecondFactorSetUp } from './set-up-second-factor.ts';

const texts = {
  needed: text(
    '您的账号必须保留一种二次验证，请先添加另一种再移除',
    'Your account must keep one two-factor method. Add another before removing this one',
  ),
  removed: text('已移除', 'Removed'),
};

const own = ({ caller }: Call): SecondFactorSetUp => ({
  who: accountOfCaller(caller),
  key: `session ${caller.sessionId}`,
});

/** Removes a factor, unless it is the last one and mandatory. */
async function removeFactor(engine: Engine, who: AccountReference, id: number): Promise<void> {
  const needed = await needsSecondFactor(engine, who);
  await engine.db.transaction(async (tx) => {
    // serialised, so that two concurrent removals cannot remove both last factors
    await tx.query(sql`select from ${sql.id(accountTables[who.type].table)} where id = ${who.id} for update`);
    if (!(await tx.row(sql`delete from auth_factor where id = ${id} and ${isOwnedByAccount(who)} returning id`)))
      throw notFound();
    if (await tx.row(sql`select from auth_factor where ${isOwnedByAccount(who)} limit 1`)) return;
    if (needed) throw new Refused(texts.needed, { data: { reason: 'forbidden' } });
    await tx.query(sql`delete from auth_recovery_code where ${isOwnedByAccount(who)}`);
  });
}

const change = { gate: 'login', methods: ['POST'], secret: true, limit: { perMinute: 30 }, inputFrom: 'body' } as const;
/** A call that the user confirms with the means of {@link proveIdentity}. */
const proven = { ...change, checkedInRun: identityProofInputs } as const;
const recoveryCodes = object({ recovery_codes: list(string) });

/** The caller's own second factors: list, add, remove, and renew recovery codes. */
export function ownSecondFactorsController(type: AccountType): Controller {
  return {
    app: type === 'admin' ? 'admin' : 'api',
    name: 'factor',
    actions: {
      index: call({
        gate: 'login',
        summary: text('我的二次验证', 'My two-factor methods'),
        answer: object({ list: list(secondFactorAnswer), recovery_codes: integer, needed: boolean, passkeys: boolean }),
        async run({ engine, caller, request }) {
          const who = accountOfCaller(caller);
          return {
            list: await listSecondFactors(engine.db, who),
            recovery_codes: await countRecoveryCodes(engine.db, who),
            needed: await needsSecondFactor(engine, who),
            passkeys: relyingPartyOf(request) !== undefined,
          };
        },
      }),
      beginTotp: call({
        ...proven,
        silent: true,
        summary: text('开始添加身份验证器', 'Start adding an authenticator app'),
        answer: object({ secret: string, uri: string, svg: string }),
        async run(made) {
          await proveIdentity(made);
          return beginTotp(made, own(made));
        },
      }),
      beginPasskey: call({
        ...proven,
        silent: true,
        summary: text('开始添加通行密钥（WebAuthn 选项）', 'Start adding a passkey (WebAuthn options)'),
        answer: passkeyOptionsAnswer,
        async run(made) {
          await proveIdentity(made);
          return beginPasskey(made, own(made));
        },
      }),
      add: call({
        ...change,
        title: text('二次验证-添加', 'Second factor: add'),
        summary: text(
          '添加：code，或浏览器的应答 passkey；首个附带备用码',
          'Add: code, or passkey as answered by the browser; the first comes with recovery codes',
        ),
        checkedInRun: { code: appCodeInput, name: field.text(text('名称', 'Name'), { max: 40 }) },
        // only with the first
        answer: object({ recovery_codes: list(string) }, []),
        run: (made) => addPendingSecondFactor(made, own(made)),
      }),
      remove: call({
        ...proven,
        title: text('二次验证-移除', 'Second factor: remove'),
        summary: text('移除一种', 'Remove a method'),
        input: { id: rowKeyInput(text('编号', 'ID')) },
        answer: nothing,
        async run(made) {
          const { engine, caller, input } = made;
          await proveIdentity(made);
          await removeFactor(engine, accountOfCaller(caller), input.id);
          return new Answer(null, texts.removed[caller.locale]);
        },
      }),
      renewCodes: call({
        ...proven,
        title: text('二次验证-更换备用码', 'Second factor: new recovery codes'),
        summary: text('更换备用码', 'Replace recovery codes'),
        answer: recoveryCodes,
        async run(made) {
          await proveIdentity(made);
          const { engine, caller } = made;
          const who = accountOfCaller(caller);
          if ((await listSecondFactors(engine.db, who)).length === 0) throw notFound();
          return { recovery_codes: await engine.db.transaction((tx) => renewRecoveryCodes(engine, tx, who)) };
        },
      }),
    },
  };
}
