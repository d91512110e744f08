import type { AnyResource } from '#kernel/resource.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** Clocks shown of a row, the newest: a limit that began anew twenty times is a story for the timeline. */
const mostShown = 20;

const seconds = (moment: string) => `floor(extract(epoch from ${moment}))::bigint`;

/** The clocks of a row of alias `t` as its record shows them: those that run before those that ended. */
export function shownClocks(resource: AnyResource, caller: Caller): Sql | undefined {
  if (!resource.life?.clocks) return undefined;
  // why an authority let it stand still is in its documents; whom it concerns is served those
  const reasons = sql.raw(String(caller.type !== 'member'));
  return sql`(select coalesce(json_agg(json_build_object('clock', d.clock, 'rule', coalesce(d.rule_name, d.rule_code), 'article', d.article,
      'unit', d.rule->>'unit', 'status', d.status, 'start_at', ${sql.raw(seconds('d.start_at'))}, 'due_at', ${sql.raw(seconds('d.due_at'))},
      'estimated', d.estimated, 'done_at', ${sql.raw(seconds('d.done_at'))},
      'pauses', case when d.pauses = '[]' then d.pauses else clock_pauses(d.pauses, ${reasons}) end
    ) order by d.status = 'done', d.due_at, d.id), '[]')
    from (select * from deadline d where d.resource = ${resource.name} and d.row_id = t.id order by d.id desc limit ${sql.raw(String(mostShown))}) d)`;
}
