import type { Lifecycle, Move } from '#kernel/declaration/lifecycle.ts';
import { movesFrom } from '#kernel/lifecycle/lifecycle.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

interface Step {
  readonly move: string;
  readonly from: string;
  readonly to: string;
  readonly by: 'admin' | 'member';
}

/** The shortest sequence of moves between two states; undefined if there is none. A change request comes last. */
function movesBetween(life: Lifecycle, from: string, to: string): readonly Step[] | undefined {
  const seen = new Set([from]);
  let ways: (readonly Step[])[] = [[]];
  for (; ways.length > 0; ) {
    const next: (readonly Step[])[] = [];
    for (const way of ways) {
      const at = way.at(-1)?.to ?? from;
      if (at === to) return way;
      for (const name of movesFrom(life, at)) {
        const move = life.moves[name] as Move;
        for (const end of move.to === undefined ? [] : [move.to, ...(move.orTo ?? [])]) {
          if (seen.has(end)) continue;
          seen.add(end);
          const by = move.by?.includes('member') ? 'member' : 'admin';
          next.push([...way, { move: name, from: at, to: end, by }]);
        }
      }
    }
    ways = next;
  }
  return undefined;
}

interface Gap {
  readonly [column: string]: unknown;
  readonly id: number;
  /** The state where the row's history breaks off; null: it has no history. */
  readonly from: string | null;
  /** The state where the history continues, or the current state. */
  readonly to: string;
  readonly first: number;
  readonly last: number;
  /** Whether the history continues: the added steps lie before its next entry. */
  readonly inner: boolean;
  readonly area: string | null;
}

const actors = { member: '经办人', admin: '主管部门' } as const;

/** Rows per statement. */
const most = 2000;

/** The steps that fill a gap, spread over its time. */
function stepsOf(life: Lifecycle, { id, from, to, first, last, inner, area }: Gap) {
  const begins = from ?? life.initial;
  const way = movesBetween(life, begins, to);
  // a state that no move leads to was entered directly by an officer
  const added = { action: 'add', move: null, from: null, to: way ? begins : to, by: way ? 'member' : 'admin' } as const;
  const entries = [...(from === null ? [added] : []), ...(way ?? []).map((step) => ({ action: 'move', ...step }))];
  const before = from === null ? 0 : 1;
  const parts = Math.max(1, entries.length - 1 + before + (inner ? 1 : 0));
  return entries.map((entry, n) => ({
    ...entry,
    id,
    area,
    name: actors[entry.by],
    at: first + ((last - first) * (n + before)) / parts,
  }));
}

/**
 * Adds the missing history of rows that were generated in their current state: the moves of their life from creation to
 * the last change, spread over that time. Returns the number of steps added.
 */
export async function addMissingStateChangeHistory(engine: Engine): Promise<number> {
  let added = 0;
  for (const resource of engine.resources) {
    const life = resource.life as Lifecycle | undefined;
    if (!life) continue;
    const gaps = await engine.db.rows<Gap>(sql`
      with told as (
        -- what was added by a call says nothing of its state: it is where the row goes on from, or still is
        select h.row_id, h.id, h.createtime, h.from_status,
          coalesce(h.to_status, lead(h.from_status) over (partition by h.row_id order by h.createtime, h.id), t.status) as to_status
        from history h join ${sql.id(tableOf(resource))} t on t.id = h.row_id
        where h.resource = ${resource.name} and (h.to_status is not null or h.action = 'add')),
      h as (
        select row_id, from_status, to_status, createtime, lag(to_status) over past as before, lag(createtime) over past as since,
          row_number() over (partition by row_id order by createtime desc, id desc) = 1 as ends
        from told window past as (partition by row_id order by createtime, id))
      select g.id, g."from", g."to", g.inner, g.area, extract(epoch from g.first)::float as first,
        extract(epoch from greatest(g.first, g.last))::float as last
      from (
        select t.id, h.before as "from", h.from_status as "to", h.since as first, h.createtime as last, true as inner,
          to_jsonb(t) ->> 'area_code' as area
        from h join ${sql.id(tableOf(resource))} t on t.id = h.row_id
        where h.before is distinct from h.from_status and h.before is not null
        union all
        select t.id, h.to_status, t.status, coalesce(h.createtime, t.createtime), least(t.updatetime, now()), false,
          to_jsonb(t) ->> 'area_code'
        from ${sql.id(tableOf(resource))} t left join h on h.row_id = t.id and h.ends
        where h.to_status is distinct from t.status) g
      order by g.id`);
    const steps = gaps.flatMap((gap) => stepsOf(life, gap));
    for (let at = 0; at < steps.length; at += most)
      await engine.db.query(sql`
        insert into history (resource, row_id, action, move, from_status, to_status, actor_type, actor_name, area_code, createtime)
        select ${resource.name}, id, action, move, "from", "to", by, name, area, to_timestamp(at)
        from rows from (jsonb_to_recordset(${JSON.stringify(steps.slice(at, at + most))}::jsonb) as (
          id bigint, action text, move text, "from" text, "to" text, by text, name text, area text, at float)) with ordinality
          as r(id, action, move, "from", "to", by, name, area, at, n)
        order by n`);
    added += steps.length;
  }
  return added;
}
