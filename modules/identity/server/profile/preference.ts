import { text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Database } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { badParameter, Refused } from '#server/refusal.ts';
import { readPreferences } from '#server/system/preferences.ts';

const maxBytes = 64 * 1024;
const maxPreferences = 500;
const tooMany = text(
  `最多保存 ${maxPreferences} 项界面设置，请先删除不用的视图`,
  `At most ${maxPreferences} settings of the screens are kept: delete views you no longer use`,
);

/** Stored UI preferences of a user, shared by all devices: columns, views, sizes. */
export const preferenceController = (db: Database, app: Controller['app']): Controller => ({
  app,
  name: 'preference',
  actions: {
    index: {
      gate: 'login',
      handle: async ({ caller }) => ({ values: await readPreferences(db, caller) }),
    },
    save: {
      gate: 'login',
      methods: ['POST'],
      silent: true,
      async handle({ engine, caller, body }) {
        const key = typeof body.key === 'string' ? body.key : '';
        const value = JSON.stringify(body.value ?? null);
        if (!/^[\w./:-]{1,120}$/.test(key) || value.length > maxBytes) throw badParameter();
        if (!(await change(engine.db, caller, key, value)) && !(await add(engine.db, caller, key, value)))
          throw new Refused(tooMany);
        return null;
      },
    },
  },
});

type Owner = Pick<Caller, 'type' | 'id'>;

const change = (db: Database, { type, id }: Owner, key: string, value: string) =>
  db.row(sql`update preference set value = ${value}::jsonb, updatetime = now()
    where owner_type = ${type} and owner_id = ${id} and key = ${key} returning key`);

/** Adds a preference within the limit; concurrent additions are serialised. */
const add = (db: Database, { type, id }: Owner, key: string, value: string) =>
  db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`preference ${type}`}), ${id}::int)`);
    return tx.row(sql`insert into preference (owner_type, owner_id, key, value)
      select ${type}, ${id}, ${key}, ${value}::jsonb
      where (select count(*) from preference where owner_type = ${type} and owner_id = ${id} and key <> ${key}) < ${maxPreferences}
      on conflict (owner_type, owner_id, key) do update set value = excluded.value, updatetime = now() returning key`);
  });
