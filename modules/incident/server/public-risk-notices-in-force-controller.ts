import { field } from '#kernel/field/field.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { area } from '#modules/system/contract/administrative-division.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import { sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { enumOf, integer, key, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { wherePublished } from '#server/read/list/published-rows-for-guests.ts';
import { englishDivisionName } from '#server/system/division-name.ts';
import { riskNotice } from '../contract/risk-notice.ts';
import type {
  RiskNoticeInForce,
  RiskNoticesInForce,
} from '../contract/risk-notices-answer-types-and-path-of-public-page.ts';

/** Notices answered at most; the gravest first. */
const most = 50;

/** `GET notices {area}`: the notices in force, for an area the ones of it, of what lies in it and of what it lies in. */
const notices = call({
  gate: 'none',
  limit: { perMinute: 120 },
  summary: text('当前有效的风险提示（公开）', 'Risk notices in force (public)'),
  input: { area: field.text(text('地区代码', 'Area code'), { max: 6 }) },
  answer: object({
    notices: list(
      object({
        id: key,
        level: enumOf('red', 'orange', 'yellow', 'blue'),
        kind: string,
        title: string,
        title_en: string,
        content: string,
        content_en: string,
        area: string,
        area_en: string,
        valid_from: integer,
        valid_to: integer,
      }),
    ),
    hotline: string,
  }),
  async run({ engine, input }): Promise<RiskNoticesInForce> {
    const prefix = (input.area ?? '').replace(/\D/g, '').replace(/(00){1,2}$/, '');
    const inside =
      prefix === ''
        ? sql`true`
        : sql`(starts_with(t.area_code, ${prefix}) or starts_with(${prefix}, regexp_replace(t.area_code, '(00){1,2}$', '')))`;
    const rows = await engine.db.rows<Omit<RiskNoticeInForce, 'area_en'> & { readonly [column: string]: unknown }>(sql`
      select t.id, t.area_code, t.level, t.kind, t.title, t.title_en, t.content, t.content_en, coalesce(s.name, t.area_code) as area,
        extract(epoch from t.valid_from)::bigint as valid_from, extract(epoch from t.valid_to)::bigint as valid_to
      from ${sql.id(tableOf(riskNotice))} t left join ${sql.id(tableOf(area))} s on s.code = t.area_code
      where ${wherePublished(riskNotice)} and t.valid_from <= now() and t.valid_to > now() and ${inside}
      order by array_position(array['red', 'orange', 'yellow', 'blue'], t.level), t.valid_from desc, t.id desc limit ${most}`);
    // public pages have no list of divisions from which to translate
    const areas = engine.reference.areas();
    const named = rows.map(({ area_code, ...one }) => {
      const division = areas.get(String(area_code));
      return { ...one, area_en: (division && englishDivisionName(division)) ?? one.area };
    });
    return { notices: named, hotline: engine.settings(siteSettings).hotline ?? '' };
  },
});

/** Open call of the page `/safety` and of the banner on other public pages. */
export const publicRiskNoticesInForceController: Controller = {
  app: 'api',
  name: 'incident.safety',
  actions: { notices },
};
