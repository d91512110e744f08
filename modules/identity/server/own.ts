import { stateOf } from '#kernel/lifecycle.ts';
import type { AnyResource } from '#kernel/resource.ts';
import { type Locale, text } from '#kernel/text.ts';
import { endSessions } from '#server/auth/token.ts';
import { can } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { Answer } from '#server/http/envelope.ts';
import { countAlarms } from '#server/jobs/read-schedule.ts';
import { scheduleResource } from '#server/jobs/schedule.ts';
import type { Platform } from '#server/module.ts';
import { findAnywhere, type Hit } from '#server/read/find-anywhere.ts';
import { readKey } from '#server/read/row.ts';
import { badParameter } from '#server/refusal.ts';
import { preferenceController } from './preference.ts';
import { readWorkbench } from './workbench.ts';

const revoked = text('会话已结束', 'The session has been ended');
/** Lines the palette shows of all it finds. */
const mostHits = 30;

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
          async handle({ engine: { db }, caller, body }) {
            const only = readKey(body.id);
            await db.transaction(async (tx) => {
              // with a key this is a part of a transaction: what is forgotten before it ends is believed again from before
              tx.afterCommit(() => authenticator.forget());
              const ended = await endSessions(tx, { type: 'admin', id: caller.id }, { only });
              if (ended.length === 0) throw badParameter();
            });
            return new Answer(null, revoked[caller.locale]);
          },
        },
      },
    },
    preferenceController(db, 'admin'),
    preferenceController(db, 'api'),
    {
      app: 'admin',
      name: 'dashboard',
      actions: {
        dashboard: {
          gate: 'login',
          handle: async ({ caller }) => ({
            ...(await readWorkbench(engine, caller)),
            alarms: can(caller, scheduleResource) ? await countAlarms(engine.db) : 0,
          }),
        },
      },
    },
    {
      app: 'admin',
      name: 'search',
      actions: {
        index: {
          gate: 'login',
          async handle({ caller, params }) {
            const quick = typeof params.quick_search === 'string' ? params.quick_search.trim() : '';
            const searched = engine.resources.filter((one) => one.name !== 'auth/menu');
            const found = await findAnywhere(engine, searched, caller, quick, mostHits);
            return {
              list: found.map(({ resource, id, title, ...hit }) => ({
                resource,
                id,
                title,
                subtitle: subtitleOf(engine.find(resource), hit, caller.locale),
              })),
            };
          },
        },
      },
    },
  ];
}

function subtitleOf(one: AnyResource | undefined, hit: Pick<Hit, 'status' | 'area'>, locale: Locale): string {
  const state = stateOf(one?.life, hit.status)?.[locale];
  return [one?.label[locale], state, hit.area].filter(Boolean).join(' · ');
}
