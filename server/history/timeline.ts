import { pendingField } from '#kernel/change-request.ts';
import { correctionFields } from '#kernel/correction.ts';
import { type AnyField, type Fields, kindOf } from '#kernel/field.ts';
import type { Pair } from '#kernel/kind/pairs.ts';
import { type AnyResource, allFields } from '#kernel/resource.ts';
import { wholeNumberOf } from '#kernel/whole-number.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine.ts';
import { knownInRow } from '#server/read/known.ts';
import { readRowText } from '#server/read/row.ts';

export interface TimelineEntry {
  id: number;
  action: string;
  move: string | null;
  from: string | null;
  to: string | null;
  actor_type: string;
  actor_name: string;
  createtime: number;
  note: string | null;
  changes: Record<string, [unknown, unknown]>;
}

const pageSize = 50;

/** What happened to a row, newest first, of what the caller may read; the row must be in their scope, and masks stay. */
export async function readTimeline(
  engine: Engine,
  resource: AnyResource,
  caller: Caller,
  id: number,
  before: unknown,
): Promise<{ list: TimelineEntry[]; more: boolean }> {
  await readRowText(engine, resource, caller, id);
  const until = wholeNumberOf(before) || Number.MAX_SAFE_INTEGER;
  const list = await engine.db.rows<TimelineEntry>(sql`
    select id, action, move, from_status as "from", to_status as "to", actor_type, actor_name, note, changes, floor(extract(epoch from createtime))::bigint as createtime
    from history where resource = ${resource.name} and row_id = ${id} and id < ${until} order by id desc limit ${pageSize + 1}`);
  const fields = allFields(await knownInRow(resource, caller, engine, id));
  for (const entry of list) {
    for (const [name, change] of Object.entries(entry.changes)) {
      const one = fields[name];
      if (!one || one.privacy === 'hidden') delete entry.changes[name];
      else if (namesFields.has(one))
        entry.changes[name] = change.map((value) => knownPairs(value, fields)) as typeof change;
      else if (one.privacy === 'masked')
        entry.changes[name] = change.map((value) =>
          typeof value === 'string' && !kindOf(one).sealed ? maskText(value) : value,
        ) as [unknown, unknown];
    }
  }
  return { list: list.slice(0, pageSize), more: list.length > pageSize };
}

const namesFields: ReadonlySet<AnyField> = new Set([pendingField, ...Object.values(correctionFields)]);

/** Of a change that waited or of marks, what is said of fields that are known. */
const knownPairs = (value: unknown, fields: Fields): unknown =>
  Array.isArray(value) ? (value as Pair[]).filter(({ key }) => Object.hasOwn(fields, key)) : value;

/** A plain value out of the history, masked whatever its kind: a third of it is shown, at both ends. */
export function maskText(value: string): string {
  const shown = Math.max(1, Math.floor(value.length / 3));
  return (
    value.slice(0, shown) +
    '*'.repeat(Math.max(1, value.length - 2 * shown)) +
    (value.length > 2 ? value.slice(value.length - shown) : '')
  );
}
