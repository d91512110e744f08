import { computeDue, pickRule } from '#kernel/deadline.ts';
import type { Move } from '#kernel/lifecycle.ts';
import type { AnyResource } from '#kernel/resource.ts';
import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine.ts';
import type { Clock } from './store.ts';

/** Whether the clock of the move's rule already runs on the row: an audit of two levels has one limit, not two. */
export async function continuesClock(
  db: Queryable,
  resource: AnyResource,
  move: Move,
  before: { readonly id: number; readonly due_at?: unknown },
): Promise<boolean> {
  if (!move.within || !before.due_at) return false;
  return (
    (await db.row(
      sql`select 1 from deadline where resource = ${resource.name} and row_id = ${before.id} and rule_code = ${move.within} and status <> 'done'`,
    )) !== undefined
  );
}

/** The clock a move starts, by the version of its rule in force today. */
export function startClock(engine: Engine, move: Move): Clock | undefined {
  if (!move.within) return undefined;
  const now = new Date().toISOString();
  const rule = pickRule(engine.reference.rules(), move.within, now) as
    | ReturnType<Engine['reference']['rules']>[number]
    | undefined;
  if (!rule) return undefined;
  return {
    ...computeDue(rule, now, engine.reference.calendar()),
    code: rule.code,
    ruleId: rule.id,
    article: rule.article['zh-cn'],
    start: now,
  };
}
