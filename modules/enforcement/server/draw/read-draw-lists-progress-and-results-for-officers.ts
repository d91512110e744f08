import { field } from '#kernel/field/field.ts';
import { ticketsByRiskClass } from '#kernel/random-draw/draw-record-types.ts';
import { text } from '#kernel/text/text.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Call } from '#server/http/controller.ts';
import { call, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import { boolean, enumOf, integer, key, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound } from '#server/refusal.ts';
import type {
  DrawListsAnswer,
  DrawnLine,
  EnterpriseInDrawList,
  EnterprisesOfRiskClassInDraw,
  EnterprisesWithoutOfficerPair,
  OfficerInDrawList,
} from '../../contract/draw/draw-call-answer-types.ts';
import { draw } from '../../contract/draw/random-inspection-draw.ts';
import { drawCeremonyProgressCall } from './draw-ceremony-progress-call.ts';
import {
  type DrawConditions,
  eligibleEnterprisesSql,
  eligibleOfficersSql,
  unpairedGroupsSql,
} from './freeze-eligible-enterprises-and-officers.ts';

type Columns = { readonly [column: string]: unknown };

const id = rowKeyInput(text('抽取编号', 'Draw ID'));
const from = field.integer(text('从第几条之后', 'After which entry'), { min: 0 });
const gate = { gate: 'rule', node: `${draw.name}/index` } as const;
const risk = enumOf('A', 'B', 'C', 'D');
/** Entries of a page. */
const page = 100;

interface ListedDraw extends Columns, DrawConditions {
  readonly id: number;
  readonly frozen: boolean;
}

/** A draw in the caller's scope, with what its plan says. */
async function readDraw({ engine, caller }: Pick<Call, 'engine' | 'caller'>, drawId: number): Promise<ListedDraw> {
  const scope = scopeOf(draw, caller, engine.find);
  const found = await engine.db.row<ListedDraw>(sql`
    select t.id, t.pairing, (t.draw_at at time zone 'Asia/Shanghai')::date::text as day, t.status <> 'draft' as frozen, p.ent_types, p.areas, p.area_code
    from enforcement_draw t join enforcement_plan p on p.id = t.plan_id
    where t.id = ${drawId}${scope ? sql` and ${scope}` : sql.empty}`);
  if (!found) throw notFound();
  return found;
}

/** The two lists as they are frozen, or would be frozen now, as parts of a `with`. */
async function listsOf(db: Queryable, one: ListedDraw): Promise<Sql> {
  if (one.frozen)
    return sql`o as (select * from enforcement_draw_object where draw_id = ${one.id}),
      f as (select * from enforcement_draw_officer where draw_id = ${one.id})`;
  return sql`o as materialized (${await eligibleEnterprisesSql(db, one)}), f as (${eligibleOfficersSql(one, sql`o`)})`;
}

const lists = call({
  ...gate,
  summary: text('抽取名单：已冻结的，或此刻冻结会有的', 'Lists of a draw: as frozen, or as they would be frozen now'),
  limit: { perMinute: 30 },
  input: { id },
  answer: object({
    frozen: boolean,
    objects: integer,
    tickets: integer,
    groups: list(object({ area: string, area_name: string, domain: string, risk, n: integer })),
    officers: list(
      object({
        id: key,
        name: string,
        area_name: string,
        domains: list(string),
        capacity: integer,
        recused: integer,
      }),
    ),
    gaps: list(object({ area_name: string, domain: string, n: integer, local: integer, others: integer })),
  }),
  async run(made): Promise<DrawListsAnswer> {
    const { db } = made.engine;
    const one = await readDraw(made, made.input.id);
    const found = await db.row<{
      groups: EnterprisesOfRiskClassInDraw[];
      officers: OfficerInDrawList[];
      gaps: EnterprisesWithoutOfficerPair[];
    }>(sql`
      with ${await listsOf(db, one)}
      select
        (select coalesce(json_agg(g order by g.area, g.domain, g.risk), '[]') from (
          select o.area, coalesce(a.name, o.area) as area_name, o.domain, o.risk, count(*)::int as n
          from o left join system_area a on a.code = o.area group by 1, 2, 3, 4) g) as groups,
        (select coalesce(json_agg(g order by g.area_name, g.name), '[]') from (
          select f.officer_id as id, coalesce(l.name, f.officer_id::text) as name, coalesce(a.name, f.area) as area_name, f.domains,
            f.capacity, cardinality(f.recused) as recused
          from f left join library_officer l on l.id = f.officer_id left join system_area a on a.code = rpad(f.area, 6, '0')) g) as officers,
        (select coalesce(json_agg(g), '[]') from (${unpairedGroupsSql(one.pairing, sql`o`, sql`f`)}) g) as gaps`);
    const groups = found?.groups ?? [];
    return {
      frozen: one.frozen,
      objects: groups.reduce((sum, { n }) => sum + n, 0),
      tickets: groups.reduce((sum, { n, risk: of }) => sum + n * ticketsByRiskClass[of], 0),
      groups,
      officers: found?.officers ?? [],
      gaps: (found?.gaps ?? []).map(({ area_name, domain, n, local, others }) => ({
        area_name,
        domain,
        n,
        local,
        others,
      })),
    };
  },
});

const objects = call({
  ...gate,
  summary: text('抽取名单中的企业，每次一百家', 'Enterprises listed for a draw, a hundred at a time'),
  limit: { perMinute: 60 },
  input: { id, from },
  answer: object({
    list: list(object({ id: key, name: string, area_name: string, domain: string, risk })),
  }),
  async run(made) {
    const { db } = made.engine;
    const one = await readDraw(made, made.input.id);
    return {
      list: await db.rows<EnterpriseInDrawList & Columns>(sql`
        with ${await listsOf(db, one)}
        select o.enterprise_id as id, coalesce(e.name, o.enterprise_id::text) as name, coalesce(a.name, o.area) as area_name, o.domain, o.risk
        from (select * from o where o.enterprise_id > ${made.input.from ?? 0} order by o.enterprise_id limit ${page}) o
          left join enterprise e on e.id = o.enterprise_id left join system_area a on a.code = o.area order by o.enterprise_id`),
    };
  },
});

const results = call({
  ...gate,
  summary: text('抽取结果，每次一百家', 'Result of a draw, a hundred enterprises at a time'),
  limit: { perMinute: 240 },
  input: { id, from },
  answer: object({
    total: integer,
    unpaired: integer,
    list: list(
      object({
        position: integer,
        enterprise_id: key,
        name: string,
        area_name: string,
        risk,
        officers: list(string),
      }),
    ),
  }),
  async run(made) {
    const { db } = made.engine;
    const { id: drawn } = await readDraw(made, made.input.id);
    const total = await db.row<{ total: number; unpaired: number }>(sql`
      select count(*)::int as total, count(*) filter (where officers = '{}')::int as unpaired from enforcement_draw_result where draw_id = ${drawn}`);
    return {
      total: total?.total ?? 0,
      unpaired: total?.unpaired ?? 0,
      list: await db.rows<DrawnLine & Columns>(sql`
        select r.position, r.enterprise_id, coalesce(e.name, r.enterprise_id::text) as name, coalesce(a.name, o.area) as area_name, o.risk,
          array(select coalesce(l.name, u.id::text) from unnest(r.officers) with ordinality u (id, n)
            left join library_officer l on l.id = u.id order by u.n) as officers
        from (select * from enforcement_draw_result where draw_id = ${drawn} and position > ${made.input.from ?? 0}
            order by position limit ${page}) r
          join enforcement_draw_object o on o.draw_id = ${drawn} and o.enterprise_id = r.enterprise_id
          left join enterprise e on e.id = r.enterprise_id left join system_area a on a.code = o.area
        order by r.position`),
    };
  },
});

/** What officers see of a draw before, during and after it. */
export const drawListsProgressAndResultsCalls = {
  lists,
  objects,
  ceremony: drawCeremonyProgressCall('enterprise'),
  results,
};
