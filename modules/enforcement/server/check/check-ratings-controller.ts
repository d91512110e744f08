import { text } from '#kernel/text/text.ts';
import { areaPrefixesOfCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { call } from '#server/http/call.ts';
import type { Controller } from '#server/http/controller.ts';
import { integer, list, number, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { Refused } from '#server/refusal.ts';
import { checkRatingsScreen, fewestRatings, type RatingGroup } from '../../contract/check/check-rating.ts';

/** An officer who makes checks could find out who rated them, whatever group the account has. */
const notForOfficers = text('执法人员不查看检查评价', 'Officers who make checks do not see ratings');

/** `GET /admin/enforcement.checkRatings/groups`: ratings by department and quarter; those of small groups are hidden. */
const groups = call({
  gate: 'rule',
  node: checkRatingsScreen.name,
  summary: text('按部门与季度汇总的检查评价', 'Ratings of checks by department and quarter'),
  answer: object({
    list: list(
      object({
        department: string,
        quarter: string,
        n: integer,
        score: orNull(number),
        tags: list(object({ tag: string, n: integer })),
      }),
    ),
  }),
  async run({ engine, caller }) {
    const checking = await engine.db.row(
      sql`select 1 as one from library_officer where admin_id = ${caller.id} and status in ('verified', 'changing', 'suspended') limit 1`,
    );
    if (checking) throw new Refused(notForOfficers);
    const areas = areaPrefixesOfCaller(caller).map((prefix) => `${prefix}%`);
    const rows = await engine.db.rows<RatingGroup & { readonly [column: string]: unknown }>(sql`
      with g as (
        select r.department_id, left(r.month, 4) || 'Q' || (right(r.month, 2)::int + 2) / 3 as quarter, r.score, r.tags
        from enforcement_check_rating r where r.area_code like any(${areas}::text[]))
      select d.name as department, s.quarter, s.n, case when s.n >= ${fewestRatings} then s.score end as score,
        case when s.n >= ${fewestRatings} then coalesce((select json_agg(json_build_object('tag', x.tag, 'n', x.n) order by x.n desc, x.tag)
          from (select u.tag, count(*)::int as n from g, unnest(g.tags) u (tag)
            where g.department_id = s.department_id and g.quarter = s.quarter group by u.tag) x), '[]') else '[]' end as tags
      from (select department_id, quarter, count(*)::int as n, round(avg(score), 2)::float8 as score from g group by 1, 2) s
        join auth_department d on d.id = s.department_id
      order by s.quarter desc, d.name limit 400`);
    return { list: rows };
  },
});

export const checkRatingsController: Controller = {
  app: 'admin',
  name: 'enforcement.checkRatings',
  actions: { groups },
};
