import { text } from '#kernel/text/text.ts';
import { areaPrefixesOfCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { integer, list, number, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { Refused } from '#server/refusal.ts';
import {
  type RatingsOfDepartmentInQuarter,
  ratingsOfEnforcementChecksScreen,
} from '../../contract/check/enforcement-check-rating-form-and-screen.ts';

/** Groups that are listed: a hundred departments in a year. */
const mostGroups = 400;

/** An officer who makes checks could find out who rated them, whatever group the account has. */
const notForOfficers = text('执法人员不查看检查评价', 'Officers who make checks do not see ratings');

/** `GET /admin/enforcement.checkRatings/groups`: released ratings of the departments of the caller's area, by quarter. */
const groups = call({
  gate: 'rule',
  node: ratingsOfEnforcementChecksScreen.name,
  summary: text('按部门与季度汇总的检查评价', 'Ratings of checks by department and quarter'),
  answer: object({
    list: list(
      object({
        department: string,
        quarter: string,
        n: integer,
        released: integer,
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
    const rows = await engine.db.rows<RatingsOfDepartmentInQuarter & { readonly [column: string]: unknown }>(sql`
      select d.name as department, s.quarter, s.n, s.released, s.score,
        coalesce((select json_agg(json_build_object('tag', x.tag, 'n', x.n) order by x.n desc, x.tag)
          from (select u.tag, count(*)::int as n from enforcement_check_rating r, unnest(r.tags) u (tag)
            where r.department_id = s.department_id and r.quarter = s.quarter and r.released group by u.tag) x), '[]') as tags
      from (select r.department_id, r.quarter, count(*)::int as n, (count(*) filter (where r.released))::int as released,
          round(avg(r.score) filter (where r.released), 2)::float8 as score
        from enforcement_check_rating r group by 1, 2) s
        join auth_department d on d.id = s.department_id
      where d.area_code like any(${areas}::text[])
      order by s.quarter desc, d.name limit ${mostGroups}`);
    return { list: rows };
  },
});

export const ratingsOfEnforcementChecksController: Controller = {
  app: 'admin',
  name: 'enforcement.checkRatings',
  actions: { groups },
};
