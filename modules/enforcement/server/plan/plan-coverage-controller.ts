import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { call, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import { enumOf, integer, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound } from '#server/refusal.ts';
import { plan } from '../../contract/plan/inspection-plan.ts';
import { countEnterprisesThatPlanConcerns } from './count-enterprises-that-plan-concerns.ts';
import type { PlannedObjects } from './is-enterprise-in-plan-sql.ts';

/** `/admin/enforcement.plan/coverage`: what a plan means before it is approved. */
export const planCoverageController: Controller = {
  app: 'admin',
  name: 'enforcement.plan',
  actions: {
    coverage: call({
      gate: 'rule',
      node: `${plan.name}/index`,
      summary: text(
        '检查计划涉及的企业：按地区、类别、风险等级，及预计抽取',
        'Enterprises of an inspection plan by area, type and risk class, with the expected draw',
      ),
      limit: { perMinute: 60 },
      input: { id: rowKeyInput(text('计划编号', 'Plan ID')) },
      answer: object({
        enterprises: integer,
        tickets: integer,
        count: integer,
        unrated: integer,
        groups: list(
          object({ area: string, area_name: string, type: string, risk: enumOf('A', 'B', 'C', 'D'), n: integer }),
        ),
      }),
      async run({ engine, caller, input }) {
        const scope = scopeOf(plan, caller, engine.find);
        const found = await engine.db.row<
          PlannedObjects & {
            readonly ratio: number | null;
            readonly count: number | null;
            readonly [column: string]: unknown;
          }
        >(sql`
          select t.ent_types, t.areas, t.area_code, t.ratio::float8 as ratio, t.count from enforcement_plan t
          where t.id = ${input.id}${scope ? sql` and ${scope}` : sql.empty}`);
        if (!found) throw notFound();
        return countEnterprisesThatPlanConcerns(engine.db, found);
      },
    }),
  },
};
