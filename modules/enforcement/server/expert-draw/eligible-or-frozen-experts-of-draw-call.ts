import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import { call, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import { integer, key, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound } from '#server/refusal.ts';
import type { ExpertInDrawList, ExpertsOfDrawAnswer } from '../../contract/expert-draw/experts-of-draw-answer-types.ts';
import { expertDraw } from '../../contract/expert-draw/random-expert-draw.ts';
import { countExcludedExperts, type ExpertConditions, eligibleExpertsSql } from './freeze-eligible-experts.ts';

/** Experts that are shown: an office has some dozens. */
const most = 500;

interface StandingDraw extends ExpertConditions {
  readonly [column: string]: unknown;
  readonly status: string;
}

/** `GET enforcement.expertDraw/standing`: the experts as frozen, or as they would be frozen now. */
export const eligibleOrFrozenExpertsOfDrawCall = call({
  gate: 'rule',
  node: `${expertDraw.name}/index`,
  summary: text('专家抽取的名单', 'Experts of a draw of experts'),
  limit: { perMinute: 60 },
  input: { id: rowKeyInput(text('抽取编号', 'Draw ID')) },
  answer: object({
    status: string,
    excluded: integer,
    experts: list(object({ id: key, name: string, unit: string, area_name: string, position: orNull(integer) })),
  }),
  async run({ engine, caller, input }): Promise<ExpertsOfDrawAnswer> {
    const scope = scopeOf(expertDraw, caller, engine.find);
    const found = await engine.db.row<StandingDraw>(sql`
      select t.status, t.area_code, t.expert_field, t.enterprise_id, t.persons, (t.draw_at at time zone 'Asia/Shanghai')::date::text as day
      from enforcement_expert_draw t where t.id = ${input.id}${scope ? sql` and ${scope}` : sql.empty}`);
    if (!found) throw notFound();
    const { status } = found;
    const listed =
      status === 'draft'
        ? eligibleExpertsSql(found)
        : sql`select o.expert_id, o.area, o.position from enforcement_expert_draw_object o where o.draw_id = ${input.id}`;
    const experts = await engine.db.rows<ExpertInDrawList & { readonly [column: string]: unknown }>(sql`
      select o.expert_id as id, coalesce(x.name, o.expert_id::text) as name, coalesce(x.unit, '') as unit,
        coalesce(a.name, o.area) as area_name, o.position
      from (${listed}) o left join library_expert x on x.id = o.expert_id left join system_area a on a.code = o.area
      order by o.position nulls last, o.expert_id limit ${most}`);
    return { status, excluded: status === 'draft' ? await countExcludedExperts(engine.db, found) : 0, experts };
  },
});
