import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Database } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import type { JsonSchema } from '#server/http/json-schema-and-call-description-types.ts';
import { nothing, object } from '#server/open-api/json-schema-shorthands.ts';
import { badParameter, Refused } from '#server/refusal.ts';
import { readDisplayPreferences } from '#server/system/display-preferences-of-account.ts';

const maxBytes = 64 * 1024;
const maxPreferences = 500;
const tooMany = text(
  `最多保存 ${maxPreferences} 项界面设置，请先删除不用的视图`,
  `At most ${maxPreferences} settings of the screens are kept: delete views you no longer use`,
);

/** In the API document, the calls of members are distinguished from those of officers. */
const summaries = {
  admin: {
    index: text('我的界面偏好', 'My interface preferences'),
    save: text('保存一项界面偏好（value 为任意 JSON）', 'Save an interface preference (value is any JSON)'),
  },
  api: {
    index: text('我的界面偏好（会员）', 'My interface preferences (member)'),
    save: text(
      '保存一项界面偏好（value 为任意 JSON，会员）',
      'Save an interface preference (value is any JSON, member)',
    ),
  },
};
const values: JsonSchema<Readonly<Record<string, unknown>>> = { type: 'object', additionalProperties: true };

/** Stored UI preferences of a user, shared by all devices: columns, views, sizes. */
export const storedUiPreferencesController = (app: Controller['app']): Controller => ({
  app,
  name: 'preference',
  actions: {
    index: call({
      gate: 'login',
      summary: summaries[app].index,
      answer: object({ values }),
      run: async ({ engine, caller }) => ({ values: await readDisplayPreferences(engine.db, caller) }),
    }),
    save: call({
      gate: 'login',
      methods: ['POST'],
      silent: true,
      summary: summaries[app].save,
      input: { key: field.text(text('名称', 'Name'), { required: true, max: 120 }) },
      answer: nothing,
      async run({ engine: { db }, caller, body, input: { key } }) {
        const value = JSON.stringify(body.value ?? null);
        if (!/^[\w./:-]+$/.test(key) || value.length > maxBytes) throw badParameter();
        if (!(await change(db, caller, key, value)) && !(await add(db, caller, key, value))) throw new Refused(tooMany);
        return null;
      },
    }),
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
