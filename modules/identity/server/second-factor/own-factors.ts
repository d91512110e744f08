import { text } from '#kernel/text/text.ts';
import type { AccountType } from '#server/auth/account-reference.ts';
import {
  type AccountReference,
  accountOfCaller,
  accountTables,
  isOwnedByAccount,
} from '#server/auth/account-reference.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';
import { call } from '#server/http/call.ts';
import { Answer } from '#server/http/connection/envelope.ts';
import type { Action, Call, Controller } from '#server/http/controller.ts';
import { boolean, integer, list, object } from '#server/open-api/json-schema-shorthands.ts';
import { readKey } from '#server/read/row/row.ts';
import { notFound, Refused } from '#server/refusal.ts';
import { addFactor, beginPasskey, beginTotp, type Enrolling } from './enrol.ts';
import { siteOf } from './passkey.ts';
import { proveSelf } from './prove-self.ts';
import { renewRecoveryCodes } from './recovery-code.ts';
import { countRecoveryCodes, factorSchema, listFactors, needsFactor } from './second-factors.ts';

const texts = {
  needed: text(
    '您的账号必须保留一种二次验证，请先添加另一种再移除',
    'Your account must keep one two-factor method. Add another before removing this one',
  ),
  removed: text('已移除', 'Removed'),
};

const own = ({ caller }: Call): Enrolling => ({ who: accountOfCaller(caller), key: `session ${caller.sessionId}` });

/** Removes a factor, unless it is the last one and mandatory. */
async function removeFactor(engine: Engine, who: AccountReference, id: number): Promise<void> {
  const needed = await needsFactor(engine, who);
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

/** The caller's own second factors: list, add, remove, and renew recovery codes. */
export function ownFactorController(type: AccountType): Controller {
  const change = (title: Action['title'], handle: Action['handle']): Action => ({
    gate: 'login',
    methods: ['POST'],
    secret: true,
    perMinute: 30,
    ...(title ? { title } : { silent: true }),
    handle,
  });
  return {
    app: type === 'admin' ? 'admin' : 'api',
    name: 'factor',
    actions: {
      index: call({
        gate: 'login',
        summary: text('我的二次验证', 'My two-factor methods'),
        answer: object({ list: list(factorSchema), recovery_codes: integer, needed: boolean, passkeys: boolean }),
        async run({ engine, caller, request }) {
          const who = accountOfCaller(caller);
          return {
            list: await listFactors(engine.db, who),
            recovery_codes: await countRecoveryCodes(engine.db, who),
            needed: await needsFactor(engine, who),
            passkeys: siteOf(request) !== undefined,
          };
        },
      }),
      beginTotp: change(undefined, async (call) => {
        await proveSelf(call);
        return beginTotp(call, own(call));
      }),
      beginPasskey: change(undefined, async (call) => {
        await proveSelf(call);
        return beginPasskey(call, own(call));
      }),
      add: change(text('二次验证-添加', 'Second factor: add'), (call) => addFactor(call, own(call))),
      remove: change(text('二次验证-移除', 'Second factor: remove'), async (call) => {
        await proveSelf(call);
        await removeFactor(call.engine, accountOfCaller(call.caller), readKey(call.body.id));
        return new Answer(null, texts.removed[call.caller.locale]);
      }),
      renewCodes: change(text('二次验证-更换备用码', 'Second factor: new recovery codes'), async (call) => {
        await proveSelf(call);
        const { engine, caller } = call;
        const who = accountOfCaller(caller);
        if ((await listFactors(engine.db, who)).length === 0) throw notFound();
        return { recovery_codes: await engine.db.transaction((tx) => renewRecoveryCodes(engine, tx, who)) };
      }),
    },
  };
}
