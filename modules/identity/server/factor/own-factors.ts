import { text } from '#kernel/text.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine.ts';
import type { Action, Call, Controller } from '#server/http/controller.ts';
import { Answer } from '#server/http/envelope.ts';
import { readKey } from '#server/read/row.ts';
import { notFound, Refused } from '#server/refusal.ts';
import { proveSelf } from '../prove-self.ts';
import { addFactor, beginPasskey, beginTotp, type Enrolling } from './enrol.ts';
import { countRecoveryCodes, listFactors, needsFactor } from './factors.ts';
import { siteOf } from './passkey.ts';
import { renewRecoveryCodes } from './recovery-code.ts';

const say = {
  needed: text(
    '您的账号必须保留一种二次验证，请先添加另一种再移除',
    'Your account has to keep a second factor: add another one first',
  ),
  removed: text('已移除', 'Removed'),
};

const own = ({ caller }: Call): Enrolling => ({ adminId: caller.id, key: `session ${caller.sessionId}` });

/** Takes one away; the last one of somebody who has to have one stays. */
async function removeFactor(engine: Engine, adminId: number, id: number): Promise<void> {
  const needed = await needsFactor(engine, adminId);
  await engine.db.transaction(async (tx) => {
    // one at a time, or the last two take each other for the one that stays
    await tx.query(sql`select from auth_admin where id = ${adminId} for update`);
    if (!(await tx.row(sql`delete from auth_factor where id = ${id} and admin_id = ${adminId} returning id`)))
      throw notFound();
    if (await tx.row(sql`select from auth_factor where admin_id = ${adminId} limit 1`)) return;
    if (needed) throw new Refused(say.needed, { data: { reason: 'forbidden' } });
    await tx.query(sql`delete from auth_recovery_code where admin_id = ${adminId}`);
  });
}

/** Second factors of whoever is signed in: which there are, and adding, removing, renewing what is on paper. */
export function ownFactorController(): Controller {
  const change = (title: Action['title'], handle: Action['handle']): Action => ({
    gate: 'login',
    methods: ['POST'],
    secret: true,
    perMinute: 30,
    ...(title ? { title } : { silent: true }),
    handle,
  });
  return {
    app: 'admin',
    name: 'factor',
    actions: {
      index: {
        gate: 'login',
        async handle({ engine, caller, request }) {
          return {
            list: await listFactors(engine.db, caller.id),
            recovery_codes: await countRecoveryCodes(engine.db, caller.id),
            needed: await needsFactor(engine, caller.id),
            passkeys: siteOf(request) !== undefined,
          };
        },
      },
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
        await removeFactor(call.engine, call.caller.id, readKey(call.body.id));
        return new Answer(null, say.removed[call.caller.locale]);
      }),
      renewCodes: change(text('二次验证-更换备用码', 'Second factor: new recovery codes'), async (call) => {
        await proveSelf(call);
        const { engine, caller } = call;
        if ((await listFactors(engine.db, caller.id)).length === 0) throw notFound();
        return { recovery_codes: await engine.db.transaction((tx) => renewRecoveryCodes(engine, tx, caller.id)) };
      }),
    },
  };
}
