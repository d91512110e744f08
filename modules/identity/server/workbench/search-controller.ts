import type { AnyResource } from '#kernel/declaration/resource.ts';
import { stateOf } from '#kernel/lifecycle/lifecycle.ts';
import { type Locale, text } from '#kernel/text/text.ts';
import type { Controller } from '#server/http/controller.ts';
import type { Platform } from '#server/platform/server-module.ts';
import { findAnywhere, type Hit } from '#server/read/list/find-anywhere.ts';
import { findByScannedCode } from '#server/read/row/find-by-scanned-code.ts';
import { Refused } from '#server/refusal.ts';

const texts = {
  noCode: text(
    '没有找到此码对应的记录，或不在您的管辖范围内',
    'No record found for this code, or it is outside your jurisdiction',
  ),
};

/** Most hits shown in the command palette. */
const mostHits = 30;

/** Search across all resources, and opening a record by its code. */
export const searchController = ({ engine }: Platform): Controller => ({
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
    /** The record of a scanned or typed code. */
    code: {
      gate: 'login',
      async handle({ caller, query }) {
        const found = await findByScannedCode(engine, engine.resources, caller, String(query.code ?? ''));
        if (!found) throw new Refused(texts.noCode, { data: { reason: 'not_found' } });
        return found;
      },
    },
  },
});

function subtitleOf(
  one: AnyResource | undefined,
  hit: Pick<Hit, 'number' | 'status' | 'area'>,
  locale: Locale,
): string {
  const state = stateOf(one?.life, hit.status)?.[locale];
  return [one?.label[locale], hit.number, state, hit.area].filter(Boolean).join(' · ');
}
