import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import { call, callsForOfficersAndMembers, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import { enumOf, integer, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound } from '#server/refusal.ts';
import { warning } from '../../contract/crowd-warning.ts';
import type { WarningBasis } from '../../contract/spot-grade-crowd-level-and-gate-options.ts';
import {
  secondsPerCurvePoint,
  type VisitorCurveAroundWarning,
} from '../../contract/visitor-curve-and-measures-of-crowd-warning-answer-type.ts';
import { flow } from '../../contract/visitor-flow-time-series-and-warning-messages.ts';
import { readForecastMadeAt } from '../forecast/read-forecast-made-at-past-moment.ts';

const platformMoves = ['alarm', 'escalate', 'clear'];

/** The curve of a warning with its levels and what was done. */
export const visitorCurveAndMeasuresOfCrowdWarningControllers = callsForOfficersAndMembers(
  'scenic.warning',
  `${warning.name}/index`,
  {
    course: call({
      gate: 'login',
      summary: text('承载量预警：曲线与处置经过', 'Capacity warning: its curve and the measures taken'),
      input: { id: rowKeyInput(text('预警编号', 'ID of the warning')) },
      answer: object({
        against: integer,
        basis: enumOf('instant', 'daily', 'forecast'),
        points: list(object({ at: integer, n: integer })),
        levels: list(object({ at: integer, level: integer })),
        expected: list(object({ at: integer, n: integer })),
        acts: list(object({ at: integer, move: string, by: string })),
      }),
      async run({ engine, caller, input: { id } }): Promise<VisitorCurveAroundWarning> {
        const scope = scopeOf(warning, caller, engine.find);
        const found = await engine.db.row<{
          spot_id: number;
          basis: WarningBasis;
          created_at: string;
          against: number;
          from: string;
          until: string;
        }>(sql`
        select t.spot_id, t.basis, t.against, t.createtime::text as created_at, (t.raised_at - interval '1 hour')::text as "from",
          least(coalesce(t.cleared_at, now()) + interval '1 hour', t.raised_at + interval '2 days')::text as until
        from ${sql.id(tableOf(warning))} t where t.id = ${id}${scope ? sql` and ${scope}` : sql.empty}`);
        if (!found) throw notFound();
        const { spot_id, basis, against, from, until, created_at } = found;
        const within = (column: ReturnType<typeof sql>) =>
          sql`${column} between ${from}::timestamptz and ${until}::timestamptz`;
        const value = sql.id(basis === 'daily' ? 'day_total' : 'inside');
        const points = await engine.db.rows<{ at: number; n: number }>(sql`
        select (extract(epoch from f.at)::bigint / ${secondsPerCurvePoint} * ${secondsPerCurvePoint})::bigint as at, max(f.${value})::int as n
        from scenic_flow f where f.of_id = ${spot_id} and ${within(sql`f.at`)} and f.${value} is not null group by 1 order by 1`);
        const levels = await engine.db.rows<{ at: number; level: number }>(sql`
        select extract(epoch from c.at)::bigint as at, c.level from reading_level_change c
        where c.series = ${flow.name} and c.of_id = ${spot_id} and ${within(sql`c.at`)} order by c.at, c.id`);
        // officers are named to officers only
        const by =
          caller.type === 'admin'
            ? sql`case when h.actor_type = 'system' then '' else h.actor_name end`
            : sql`case when h.actor_type = 'member' then h.actor_name else '' end`;
        const acts = await engine.db.rows<{ at: number; move: string; by: string }>(sql`
        select extract(epoch from h.createtime)::bigint as at, h.move, ${by} as by from history h
        where h.resource = ${warning.name} and h.row_id = ${id} and h.move is not null and not h.move = any(${platformMoves}::text[])
        order by h.id limit 200`);
        const expected = basis === 'forecast' ? await readForecastMadeAt(engine.db, spot_id, created_at) : [];
        return { against, basis, points, levels, expected, acts };
      },
    }),
  },
);
