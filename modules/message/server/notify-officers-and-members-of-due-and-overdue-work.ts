import type { Move, State } from '#kernel/declaration/lifecycle.ts';
import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import {
  statesWaitingForEnd,
  statesWithDeadline,
} from '#kernel/lifecycle/deadline-clock-starts-stops-pauses-and-recalculation.ts';
import { movesFrom } from '#kernel/lifecycle/lifecycle.ts';
import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { type Module, resourcesOf } from '#kernel/module/module.ts';
import { clockEvents } from '#kernel/resource/domain-events-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { type RelativeRange, resolveRelativeRange } from '#kernel/time/day-ranges-relative-to-today.ts';
import { addDays, toTime } from '#kernel/time/shanghai-time.ts';
import { can, coversArea } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import {
  type OfficersWithSamePermissions,
  readOfficersGroupedByPermissions,
} from '#server/message/officers-grouped-by-permissions.ts';
import { sendInboxMessageAboutRows } from '#server/message/send-inbox-message-about-rows.ts';
import { compileDeclaredConditions } from '#server/read/condition/compile-column-conditions-to-sql.ts';
import { whereOfList } from '#server/read/list/read-list-page.ts';
import { urlPathOfFilteredList } from '#server/read/list/url-path-of-filtered-list.ts';
import { areaOfRowSql, areasOfRowSql } from '#server/read/scope/areas-where-row-is-seen-sql.ts';
import { holdersToNotifySql } from '#server/write/statement/inbox-message-statement.ts';
import { on } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';

const n = { ...text('件数', 'Number of items'), sample: '12', needed: true } as const;
const resource = { ...text('业务', 'Resource'), sample: '企业', needed: true } as const;

export const workDue = messageTemplate({
  code: 'work_due',
  inbox: 'todo',
  label: text('期限将到', 'Due soon'),
  text: text('{n} 件{resource}{when}到期，请按期办理。', '{resource}: {n} due {when}. Please handle them in time.'),
  places: { n, resource, when: { ...text('何时', 'When'), sample: '今日', needed: true } },
});
export const workOverdue = messageTemplate({
  code: 'work_overdue',
  inbox: 'todo',
  label: text('已超期', 'Overdue'),
  text: text('{n} 件{resource}已超期，请立即办理。', '{resource}: {n} overdue. Please handle them immediately.'),
  places: { n, resource },
});

/** Distances to a deadline that are reported, the nearest first. */
const near = {
  today: text('今日', 'today'),
  next7: text('7 天内', 'within 7 days'),
  next30: text('30 天内', 'within 30 days'),
} as const satisfies Partial<Record<RelativeRange, Text>>;
type Near = keyof typeof near;

/** Subscribers that record what clocks emit so that it can be reported together: one per resource with clocks. */
export const dueWorkSubscribers = (modules: readonly Module[]): Readonly<Record<string, Subscriber>> =>
  Object.fromEntries(
    resourcesOf(modules)
      .filter((one) => one.life?.clocks !== undefined)
      .map((one) => [
        `gather_due_${one.name.replace(/\W/g, '_').toLowerCase()}`,
        on(one, [...clockEvents], {
          async together(facts, { tx }) {
            await tx.query(sql`insert into message_due (resource, row_id, overdue)
              select resource, row_id, name like '%.overdue' from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as f (resource text, row_id bigint, name text)`);
          },
        }),
      ]),
  );

/** Maximum rows reported per run; the rest follow in the next run. */
const mostAtOnce = 20_000;

/** Rows of one resource whose deadlines are near or have passed. */
interface Gathered {
  readonly resource: AnyResource;
  readonly overdue: boolean;
  readonly ids: readonly number[];
}

/**
 * Notifies those who must act of deadlines that came near or passed since the last run: one message per resource and
 * recipient, with the number of rows and a link to exactly these. Officers are notified of rows whose next step is
 * theirs in their area, members of rows that wait for them. Recorded and sent in one transaction, so only once. Returns
 * the number of notices.
 */
export function notifyDueWork(engine: Engine, now = Date.now()): Promise<number> {
  return engine.db.transaction(async (tx) => {
    const rows = await tx.rows<{ resource: string; overdue: boolean; ids: number[] }>(sql`
      with taken as (
        delete from message_due where id in (select id from message_due order by id limit ${mostAtOnce} for update skip locked)
        returning resource, row_id, overdue
      ) select resource, overdue, array_agg(distinct row_id) as ids from taken group by 1, 2 order by 1, 2`);
    if (rows.length === 0) return 0;
    const officersByRights = await readOfficersGroupedByPermissions(tx);
    for (const { resource: name, ...one } of rows) {
      const declared = engine.find(name);
      if (!declared) continue;
      const gathered = { ...one, resource: declared };
      await notifyOfficersOf(engine, tx, gathered, officersByRights, now);
      await notifyMembersOf(engine, tx, gathered, now);
    }
    return rows.reduce((sum, { ids }) => sum + ids.length, 0);
  });
}

/** The nearest distance that a deadline (unix seconds) lies within. */
const stretchOf = (due: number, now: number): Near =>
  (Object.keys(near) as Near[]).find((one) => {
    const end = resolveRelativeRange(one, now, 'moments').split(',')[1] ?? '';
    return due < toTime(addDays(end, 1)) / 1000;
  }) ?? 'next30';

const dueIn = (stretch: Near | 'overdue'): Condition => ({ field: 'due_at', operator: 'RANGE', value: stretch });

async function notifyOfficersOf(
  engine: Engine,
  tx: Transaction,
  gathered: Gathered,
  officersByRights: readonly OfficersWithSamePermissions[],
  now: number,
): Promise<void> {
  const { resource: one, overdue, ids } = gathered;
  const table = sql.id(tableOf(one));
  const area = areaOfRowSql(one, engine.find);
  const areas = areasOfRowSql(one, engine.find) ?? (area && `array[${area}]`);
  const places = areas
    ? await tx.rows<{ area: string }>(
        sql`select distinct unnest(${sql.raw(areas)}) as area from ${table} t where t.id = any(${ids}::bigint[])`,
      )
    : [];
  for (const { caller, ids: people } of officersByRights) {
    if (!can(caller, `${one.name}/index`) || (areas && !places.some((at) => coversArea(caller, at.area ?? ''))))
      continue;
    const where = (conditions: Condition[]) =>
      whereOfList(engine, one, caller, { conditions, quickSearch: '', awaitsMe: true });
    const mine = await tx.row<{
      last: number | null;
    }>(sql`select floor(extract(epoch from max(t.due_at)))::bigint as last
      from ${table} t where t.id = any(${ids}::bigint[]) and ${where([])}`);
    if (!mine?.last) continue;
    const stretch = overdue ? 'overdue' : stretchOf(mine.last, now);
    const row = await tx.row<{ n: number }>(
      sql`select count(*)::int as n from ${table} t where ${where([dueIn(stretch)])}`,
    );
    if (!row?.n) continue;
    const address = urlPathOfFilteredList(one, [dueIn(stretch)], 'due_at,asc').replace('?', '?awaits=me&');
    await sendDueNotice(engine, tx, one, { type: 'admin', ids: people }, stretch, row.n, address);
  }
}

/** States in which a clock runs and only a member can act. */
const statesOfMembers = ({ life }: AnyResource): string[] => {
  if (!life) return [];
  // a last day set by a decision (`until`) is theirs as much as a limit
  const running = new Set([...statesWithDeadline(life.clocks), ...statesWaitingForEnd(life.clocks)]);
  const forward = (name: string) => (life.moves as Readonly<Record<string, Move>>)[name]?.to !== undefined;
  return Object.entries<State>(life.states)
    .filter(([state, { officeLevel: level }]) => running.has(state) && level === undefined)
    .map(([state]) => state)
    .filter((state) => movesFrom(life, state, 'member').some(forward));
};

async function notifyMembersOf(engine: Engine, tx: Transaction, gathered: Gathered, now: number): Promise<void> {
  const { resource: one, overdue, ids } = gathered;
  const states = statesOfMembers(one);
  if (states.length === 0) return;
  const theirs = sql`t.id = any(${ids}::bigint[]) and t.status = any(${states}::text[])`;
  const row = await tx.row<{ last: number | null }>(
    sql`select floor(extract(epoch from max(t.due_at)))::bigint as last from ${sql.id(tableOf(one))} t where ${theirs}`,
  );
  if (!row?.last) return;
  const stretch = overdue ? 'overdue' : stretchOf(row.last, now);
  const shown: Condition[] = [{ field: 'status', operator: 'IN', value: states.join(',') }, dueIn(stretch)];
  const counts = await tx.rows<{ n: number; ids: number[] }>(sql`
    select n, array_agg(user_id order by user_id) as ids from (
      select h.user_id, count(*)::int as n from (${holdersToNotifySql(engine, one, workDue, sql.join(compileDeclaredConditions(one, shown), ' and '))}) h
      where h.user_id in (select f.user_id from (${holdersToNotifySql(engine, one, workDue, theirs)}) f) group by 1) c group by 1`);
  for (const { n: many, ids: people } of counts)
    await sendDueNotice(
      engine,
      tx,
      one,
      { type: 'member', ids: people },
      stretch,
      many,
      urlPathOfFilteredList(one, shown, 'due_at,asc'),
    );
}

async function sendDueNotice(
  engine: Engine,
  tx: Transaction,
  { label }: AnyResource,
  whom: Parameters<typeof sendInboxMessageAboutRows>[3],
  stretch: Near | 'overdue',
  many: number,
  opens: string,
): Promise<void> {
  const values = { n: String(many), resource: label['zh-cn'] };
  const english = { resource: label.en };
  if (stretch === 'overdue')
    return sendInboxMessageAboutRows(engine, tx, workOverdue, whom, { values, english, opens });
  const when = near[stretch];
  const soon = { values: { ...values, when: when['zh-cn'] }, english: { ...english, when: when.en }, opens };
  return sendInboxMessageAboutRows(engine, tx, workDue, whom, soon);
}
