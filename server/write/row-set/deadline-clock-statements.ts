import type { AnyResource } from '#kernel/declaration/resource.ts';
import { toTime } from '#kernel/time/shanghai-time.ts';
import { type Sql, type SqlValue, sql } from '#server/db/sql.ts';
import type { ClockPlan, ClockRow, EndingClock } from './plan-deadline-clocks-of-row.ts';

const record =
  sql.raw(`as c (id bigint, row_id bigint, clock text, rule_code text, rule_id bigint, rule_name text, article text, rule jsonb, start_at timestamptz,
  due_at timestamptz, estimated boolean, served boolean, status text, pauses jsonb, warnings jsonb, warn_at timestamptz)`);

/** Dates are their midnight in Asia/Shanghai, whatever the session's time zone. */
const asRecords = (rows: readonly Omit<ClockRow, 'id' | 'resource' | 'row_id'>[]): SqlValue =>
  JSON.stringify(rows.map((row) => ({ ...row, start_at: new Date(toTime(row.start_at)).toISOString() })));

/** The statement that updates clocks. */
export const changeClocksStatement = (rows: readonly ClockRow[]): Sql =>
  sql`update deadline d set rule_code = c.rule_code, rule_id = c.rule_id, rule_name = c.rule_name, article = c.article, rule = c.rule,
      start_at = c.start_at, due_at = c.due_at, estimated = c.estimated, status = c.status, pauses = c.pauses, warnings = c.warnings,
      warn_at = c.warn_at, done_at = case when c.status = 'done' then now() end
    from jsonb_to_recordset(${asRecords(rows)}::jsonb) ${record} where d.id = c.id`;

/** The same for many rows, where most clocks only stop. */
export function changeOrStopClocksStatements(rows: readonly ClockRow[], ending: readonly EndingClock[]): Sql[] {
  const stopped = [...rows.filter(({ status }) => status === 'done'), ...ending].map(({ id }) => id);
  const changed = rows.filter(({ status }) => status !== 'done');
  return [
    ...(changed.length > 0 ? [changeClocksStatement(changed)] : []),
    ...(stopped.length > 0
      ? [
          sql`update deadline d set status = 'done', warn_at = null, done_at = now() where d.id = any(${stopped}::bigint[])`,
        ]
      : []),
  ];
}

/** The statements that start and change clocks, executed with the one that stores row `w`. */
export function storeClocksStatement(
  { started, changed }: ClockPlan,
  of: { readonly resource: AnyResource; readonly move: string },
): Sql[] {
  const statements: Sql[] = [];
  if (changed.length > 0) statements.push(changeClocksStatement(changed));
  if (started.length > 0)
    statements.push(sql`insert into deadline (resource, row_id, move, clock, rule_code, rule_id, rule_name, article, rule, start_at, due_at,
        estimated, served, status, pauses, warnings, warn_at, area_code)
      select ${of.resource.name}, w.id, ${of.move}, c.clock, c.rule_code, c.rule_id, c.rule_name, c.article, c.rule, c.start_at, c.due_at,
        c.estimated, c.served, c.status, c.pauses, c.warnings, c.warn_at, w.area
      from w, jsonb_to_recordset(${asRecords(started)}::jsonb) ${record}`);
  return statements;
}

/** The statement that starts clocks of several rows `w`, each under the key of its row. */
export const startClocksOfRowsStatement = (
  rows: readonly (ClockPlan['started'][number] & { readonly row_id: number })[],
  of: { readonly resource: AnyResource; readonly move: string },
): Sql =>
  sql`insert into deadline (resource, row_id, move, clock, rule_code, rule_id, rule_name, article, rule, start_at, due_at,
        estimated, served, status, pauses, warnings, warn_at, area_code)
      select ${of.resource.name}, w.id, ${of.move}, c.clock, c.rule_code, c.rule_id, c.rule_name, c.article, c.rule, c.start_at, c.due_at,
        c.estimated, c.served, c.status, c.pauses, c.warnings, c.warn_at, w.area
      from jsonb_to_recordset(${asRecords(rows)}::jsonb) ${record}, w where w.id = c.row_id`;

/** The statement that suspends the warnings of deleted rows `w` until they are restored. */
export const suspendWarningsStatement = ({ name }: AnyResource): Sql =>
  sql`update deadline d set warn_at = null from w where d.resource = ${name} and d.row_id = w.id and d.status <> 'done'`;

/** The statement that resumes the warnings of restored rows `w`, including those that became due meanwhile. */
export const resumeWarningsStatement = ({ name }: AnyResource): Sql =>
  sql`update deadline d set warn_at = (select to_timestamp(min((one->>'at')::bigint)) from jsonb_array_elements(d.warnings) one)
    from w where d.resource = ${name} and d.row_id = w.id and d.status in ('running', 'overdue')`;
