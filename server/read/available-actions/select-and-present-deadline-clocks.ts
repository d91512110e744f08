import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Locale } from '#kernel/text/text.ts';
import { toTime } from '#kernel/time/shanghai-time.ts';
import type { ShownClock } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** How many clocks are returned at most, the newest ones. More belong in the timeline. */
const maxShown = 20;

/** A clock as selected, with moments as PostgreSQL text. */
type SelectedClock = readonly [
  clock: string,
  name: string | null,
  code: string,
  article: string | null,
  unit: ShownClock['unit'],
  status: ShownClock['status'],
  start: string,
  due: string,
  estimated: boolean,
  done: string | null,
  pauses: readonly { from: string; to?: string | null; reason?: string | null; document_no?: string | null }[],
];

/**
 * Selects the clocks of a row (alias `t`) for {@link presentClocks}. Sorting and formatting are left to that function,
 * because in SQL they would cost time for every row, and most rows have at most one clock.
 */
export function selectClocks(resource: AnyResource, locale: Locale): Sql | undefined {
  if (!resource.life?.clocks) return undefined;
  if (locale === 'en')
    return sql`(select json_agg(json_build_array(d.clock, coalesce(nullif(r.name_en, ''), d.rule_name), d.rule_code, coalesce(nullif(r.article_en, ''), d.article), d.rule->>'unit', d.status, d.start_at, d.due_at, d.estimated, d.done_at, d.pauses) order by d.id desc)
    from (select * from deadline d where d.resource = ${resource.name} and d.row_id = t.id order by d.id desc limit ${sql.raw(String(maxShown))}) d
      left join system_time_rule r on r.id = d.rule_id)`;
  return sql`(select json_agg(json_build_array(d.clock, d.rule_name, d.rule_code, d.article, d.rule->>'unit', d.status, d.start_at, d.due_at, d.estimated, d.done_at, d.pauses))
    from (select * from deadline d where d.resource = ${resource.name} and d.row_id = t.id order by d.id desc limit ${sql.raw(String(maxShown))}) d)`;
}

/**
 * The clocks as a record shows them: running ones before ended ones, the earliest end first. `reasons` says whether to
 * include why a clock was paused, which members learn from the documents served on them.
 */
export function presentClocks(selected: readonly SelectedClock[] | null | undefined, reasons: boolean): ShownClock[] {
  return (selected ?? [])
    .map(([clock, name, code, article, unit, status, start, due, estimated, done, pauses]) => ({
      clock,
      rule: name ?? code,
      article,
      unit,
      status,
      start_at: seconds(start),
      due_at: seconds(due),
      estimated,
      done_at: done === null ? null : seconds(done),
      pauses: pauses.map(({ from, to, reason, document_no }) => ({
        from: seconds(from),
        to: to == null ? null : seconds(to),
        ...(reasons ? { reason: reason ?? null, document_no: document_no ?? null } : {}),
      })),
    }))
    .reverse() // selected newest first; of those due at the same time the older one comes first
    .sort((a, b) => Number(a.status === 'done') - Number(b.status === 'done') || a.due_at - b.due_at);
}

const seconds = (moment: string) => Math.floor(toTime(moment) / 1000);
