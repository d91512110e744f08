import { stateOf } from '#kernel/lifecycle.ts';
import { type AnyResource, searchFields } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';
import { endSessions } from '#server/auth/token.ts';
import { can } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { Answer } from '#server/http/envelope.ts';
import type { Platform } from '#server/module.ts';
import { readPage } from '#server/read/list.ts';
import { readListQuery } from '#server/read/query.ts';
import { readKey } from '#server/read/row.ts';
import { badParameter } from '#server/refusal.ts';
import { readWorkbench } from './workbench.ts';

const revoked = text('会话已结束', 'The session has been ended');
const mostPreference = 64 * 1024;

/** What belongs to the person signed in: sessions, preferences, workbench, search across resources. */
export function ownControllers({ engine, authenticator }: Platform): Controller[] {
  const { db } = engine;
  return [
    {
      app: 'admin',
      name: 'session',
      actions: {
        index: {
          gate: 'login',
          handle: async ({ caller }) => ({
            list: await db.rows(sql`select id, ip, useragent, floor(extract(epoch from createtime))::bigint as createtime, floor(extract(epoch from last_seen))::bigint as last_seen, id = ${caller.sessionId} as current
              from session where subject_type = 'admin' and subject_id = ${caller.id} order by last_seen desc limit 100`),
          }),
        },
        revoke: {
          gate: 'login',
          methods: ['POST'],
          title: text('结束会话', 'End a session'),
          async handle({ caller, body }) {
            const ended = await endSessions(db, { type: 'admin', id: caller.id }, { only: readKey(body.id) });
            if (ended.length === 0) throw badParameter();
            authenticator.forget();
            return new Answer(null, revoked[caller.locale]);
          },
        },
      },
    },
    {
      app: 'admin',
      name: 'preference',
      actions: {
        index: {
          gate: 'login',
          handle: async ({ caller }) => {
            const rows = await db.rows<{ key: string; value: unknown }>(
              sql`select key, value from preference where owner_type = 'admin' and owner_id = ${caller.id}`,
            );
            return { values: Object.fromEntries(rows.map((row) => [row.key, row.value])) };
          },
        },
        save: {
          gate: 'login',
          methods: ['POST'],
          silent: true,
          async handle({ caller, body }) {
            const key = typeof body.key === 'string' ? body.key : '';
            const value = JSON.stringify(body.value ?? null);
            if (!/^[\w./:-]{1,120}$/.test(key) || value.length > mostPreference) throw badParameter();
            const { n } = (await db.row<{ n: number }>(
              sql`select count(*)::int as n from preference where owner_type = 'admin' and owner_id = ${caller.id}`,
            )) as { n: number };
            if (n > 500) throw badParameter();
            await db.query(sql`insert into preference (owner_type, owner_id, key, value) values ('admin', ${caller.id}, ${key}, ${value}::jsonb)
              on conflict (owner_type, owner_id, key) do update set value = excluded.value, updatetime = now()`);
            return null;
          },
        },
      },
    },
    {
      app: 'admin',
      name: 'dashboard',
      actions: { dashboard: { gate: 'login', handle: ({ caller }) => readWorkbench(engine, caller) } },
    },
    {
      app: 'admin',
      name: 'search',
      actions: {
        index: {
          gate: 'login',
          async handle({ caller, params }) {
            const quick = typeof params.quick_search === 'string' ? params.quick_search.trim() : '';
            if ([...quick].length < 2) return { list: [] };
            const found = await Promise.all(
              engine.resources
                .filter(
                  (one) => searchFields(one).length > 0 && one.name !== 'auth/menu' && can(caller, `${one.name}/index`),
                )
                .map(async (one) => {
                  const page = await readPage(engine, one, caller, {
                    ...readListQuery(one, { quick_search: quick }),
                    limit: 5,
                  });
                  return (JSON.parse(page.list) as Record<string, unknown>[]).map((row) => ({
                    resource: one.name,
                    id: row.id,
                    title: row[one.title],
                    subtitle: subtitleOf(one, row, caller.locale),
                  }));
                }),
            );
            return { list: found.flat().slice(0, 30) };
          },
        },
      },
    },
  ];
}

function subtitleOf(one: AnyResource, row: Record<string, unknown>, locale: 'zh-cn' | 'en'): string {
  const state = one.life ? stateOf(one.life, row.status)?.[locale] : undefined;
  const area = row.area as { name?: string } | null | undefined;
  return [one.label[locale], state, area?.name].filter(Boolean).join(' · ');
}
