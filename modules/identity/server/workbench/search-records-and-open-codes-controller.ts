import type { AnyResource } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { stateOf } from '#kernel/lifecycle/lifecycle.ts';
import { type Locale, text } from '#kernel/text/text.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-call-with-checked-input.ts';
import { key, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { type SearchHit, searchAllResources } from '#server/read/list/search-all-resources.ts';
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
export const searchRecordsAndOpenCodesController: Controller = {
  app: 'admin',
  name: 'search',
  actions: {
    index: call({
      gate: 'login',
      summary: text('跨业务搜索，至少两个字', 'Search across resources, at least two characters'),
      // shorter words find nothing: a page searches while somebody types
      input: { quick_search: field.text(text('关键词', 'Keyword'), { max: 2000 }) },
      answer: object({ list: list(object({ resource: string, id: key, title: string, subtitle: string })) }),
      async run({ engine, caller, input: { quick_search } }) {
        const searched = engine.resources.filter((one) => one.name !== 'auth/menu');
        const found = await searchAllResources(engine, searched, caller, quick_search ?? '', mostHits);
        return {
          list: found.map(({ resource, id, title, ...hit }) => ({
            resource,
            id,
            title,
            subtitle: subtitleOf(engine.find(resource), hit, caller.locale),
          })),
        };
      },
    }),
    code: call({
      gate: 'login',
      summary: text('扫描或输入的码所对应的记录', 'Record behind a scanned or entered code'),
      input: { code: field.text(text('码或其网址', 'Code or its URL'), { required: true, max: 500 }) },
      answer: object({ resource: string, id: key }),
      async run({ engine, caller, input: { code } }) {
        const found = await findByScannedCode(engine, engine.resources, caller, code);
        if (!found) throw new Refused(texts.noCode, { data: { reason: 'not_found' } });
        return found;
      },
    }),
  },
};

function subtitleOf(
  one: AnyResource | undefined,
  hit: Pick<SearchHit, 'number' | 'status' | 'area'>,
  locale: Locale,
): string {
  const state = stateOf(one?.life, hit.status)?.[locale];
  return [one?.label[locale], hit.number, state, hit.area].filter(Boolean).join(' · ');
}
