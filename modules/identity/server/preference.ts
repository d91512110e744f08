import { text } from '#kernel/text.ts';
import type { Database } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { badParameter, Refused } from '#server/refusal.ts';
import { readPreferences } from '#server/system/preferences.ts';

const mostBytes = 64 * 1024;
const mostKept = 500;
const tooMany = text(
  `最多保存 ${mostKept} 项界面设置，请先删除不用的视图`,
  `At most ${mostKept} settings of the screens are kept: delete views you no longer use`,
);

/** What a person keeps of how screens look, on every machine alike: columns, views, sizes. */
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
        if (!/^[\w./:-]{1,120}$/.test(key) || value.length > mostBytes) throw badParameter();
        const own = sql`select from preference where owner_type = ${caller.type} and owner_id = ${caller.id}`;
        const kept = await engine.db.row(sql`insert into preference (owner_type, owner_id, key, value)
          select ${caller.type}, ${caller.id}, ${key}, ${value}::jsonb
          where exists (${own} and key = ${key}) or (select count(*) from (${own}) p) < ${mostKept}
          on conflict (owner_type, owner_id, key) do update set value = excluded.value, updatetime = now() returning key`);
        if (!kept) throw new Refused(tooMany);
        return null;
      },
    },
  },
});
