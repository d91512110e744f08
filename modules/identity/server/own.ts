import type { AnyResource } from '#kernel/declaration/resource.ts';
import { stateOf } from '#kernel/lifecycle/lifecycle.ts';
import { type Locale, text } from '#kernel/text/text.ts';
import { can } from '#server/caller.ts';
import type { Controller } from '#server/http/controller.ts';
import { countAlarms } from '#server/jobs/read-schedule.ts';
import { scheduleResource } from '#server/jobs/schedule.ts';
import type { Platform } from '#server/platform/server-module.ts';
import { findAnywhere, type Hit } from '#server/read/list/find-anywhere.ts';
import { findByScannedCode } from '#server/read/row/find-by-scanned-code.ts';
import { Refused } from '#server/refusal.ts';
import { preferenceController } from './profile/preference.ts';
import { ownSessions } from './session/own-sessions.ts';
import { readWorkbench } from './workbench/workbench.ts';

const texts = {
  noCode: text(
    '没有找到此码对应的记录，或不在您的管辖范围内',
    'No record found for this code, or it is outside your jurisdiction',
  ),
};

/** Lines the palette shows of all it finds. */
const mostHits = 30;

/** What belongs to the person signed in: sessions, preferences, workbench, search across resources. */
export function ownControllers({ engine, authenticator }: Platform): Controller[] {
  const { db } = engine;
  return [
    ownSessions(authenticator, 'admin'),
    ownSessions(authenticator, 'member'),
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
        /** The record a scanned or typed code opens. */
        code: {
          gate: 'login',
          async handle({ caller, query }) {
            const found = await findByScannedCode(engine, engine.resources, caller, String(query.code ?? ''));
            if (!found) throw new Refused(texts.noCode, { data: { reason: 'not_found' } });
            return found;
          },
        },
      },
    },
  ];
}

function subtitleOf(
  one: AnyResource | undefined,
  hit: Pick<Hit, 'number' | 'status' | 'area'>,
  locale: Locale,
): string {
  const state = stateOf(one?.life, hit.status)?.[locale];
  return [one?.label[locale], hit.number, state, hit.area].filter(Boolean).join(' · ');
}
