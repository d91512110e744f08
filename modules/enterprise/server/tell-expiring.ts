import { addDays, shanghaiToday } from '#kernel/calendar.ts';
import type { Condition } from '#kernel/filter.ts';
import { tableOf } from '#kernel/resource.ts';
import { can } from '#server/caller.ts';
import type { Transaction } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine.ts';
import { tellHolders } from '#server/message/notice.ts';
import { sendMessages } from '#server/message/send.ts';
import { type Office, readOffices, tellGrouped } from '#server/message/tell-office.ts';
import { isCountyDesk } from '#server/read/desk.ts';
import { whereOf } from '#server/read/list.ts';
import { listAddress } from '#server/read/list-address.ts';
import { type Ending, type EndingPaper, endingPapers } from './ending-papers.ts';

/** Days after its end for which it is still told that a paper has ended: of one that is older everybody knows. */
const longestEnded = 30;
/** Papers told of by one statement. */
const mostAtOnce = 500;

/**
 * Tells that a licence, or the business licence of an enterprise, ends within a month, a week, a day, or has ended (domain
 * reference Appendix E): those who act for the enterprise, by text message as well, and the officers it is a matter of, in
 * one message for all of that night. Each is told once, also where nights were missed, in one transaction with the note
 * that it was. Answers how many papers were told of.
 */
export async function tellExpiring(engine: Engine, today = shanghaiToday()): Promise<number> {
  let told = 0;
  for (const paper of endingPapers) told += await tellOf(engine, paper, today);
  return told;
}

const tellOf = (engine: Engine, paper: EndingPaper, today: string): Promise<number> =>
  engine.db.transaction(async (tx) => {
    const all: Ending[] = [];
    for (;;) {
      const some = await takeSome(tx, paper, today);
      await tellHoldersOf(engine, tx, paper, some);
      all.push(...some);
      if (some.length < mostAtOnce) break;
    }
    if (all.length > 0) await tellOffices(engine, tx, paper, all, today);
    return all.length;
  });

/** Those of which something is to be told for the first time. */
function takeSome(tx: Transaction, { resource, day, where, told, ...paper }: EndingPaper, today: string) {
  const table = sql.id(tableOf(resource));
  const [date, note, row] = [sql.id(day), sql.id(told.table), sql.id(told.row)];
  return tx.rows<Ending>(sql`
    with ending as (
      select t.id, t.${date} as date, d.days from ${table} t, lateral (select t.${date} - ${today}::date as "left") l,
        lateral (select case when "left" < 0 then -1 when "left" <= 1 then 1 when "left" <= 7 then 7 else 30 end as days) d
      where t.${date} between ${addDays(today, -longestEnded)}::date and ${addDays(today, 30)}::date and ${where}
        and not exists (select from ${note} o where o.${row} = t.id and o.expire_date = t.${date} and o.days = d.days)
      order by t.id limit ${mostAtOnce}
    ), told as (
      ${told.note} select id, date, days from ending on conflict do nothing returning ${row} as id
    )
    select t.id, e.name, e.contact_mobile as mobile, e.area_code, t.${sql.id(resource.title)} as title, ${paper.kind} as kind, n.date::text as date, n.days
    from told o join ending n on n.id = o.id join ${table} t on t.id = n.id join enterprise e on e.id = ${paper.enterprise} order by t.id`);
}

async function tellHoldersOf(
  engine: Engine,
  tx: Transaction,
  { resource, templates, values }: EndingPaper,
  some: readonly Ending[],
): Promise<void> {
  const what = resource.name.split('/').at(-1);
  for (const [template, endings] of [
    [templates.soon, some.filter(({ days }) => days > 0)],
    [templates.ended, some.filter(({ days }) => days < 0)],
  ] as const) {
    const told = endings.map((ending) => {
      const { id, date, days } = ending;
      return { row: id, ...values(ending), once: `${what} ${id} ${date} ${days < 0 ? 'ended' : days}` };
    });
    await tellHolders(engine, tx, resource, template, told);
    const byPhone = endings.flatMap(({ mobile, area_code, title }, at) => {
      const one = told[at];
      if (!mobile || !one) return [];
      const about = { resource: resource.name, rowId: one.row, rowTitle: title, once: one.once };
      return [{ values: one.values, to: { mobile, areaCode: area_code, ...about } }];
    });
    await sendMessages(engine, tx, template, byPhone);
  }
}

/** The county's officers whose matter it is hear of their own, as many as the list behind the message shows. */
async function tellOffices(
  engine: Engine,
  tx: Transaction,
  paper: EndingPaper,
  all: readonly Ending[],
  today: string,
): Promise<void> {
  const { resource, day } = paper;
  const { move, templates, among } = paper.office;
  const [soon, ended] = [all.filter(({ days }) => days > 0), all.filter(({ days }) => days < 0)];
  for (const office of await readOffices(tx)) {
    const { caller, ids } = office;
    if (!can(caller, `${resource.name}/${move}`) || !isCountyDesk(engine.reference, caller.areaCode)) continue;
    const whom = { type: 'admin', ids } as const;
    const listed = async (conditions: readonly Condition[], range: string) => {
      const shown = [...conditions, { field: day, operator: 'RANGE', value: range } as const];
      const n = String(await count(engine, tx, paper, office, shown));
      return { n, opens: listAddress(resource, shown, `${day},asc`) };
    };
    const last = await lastOf(engine, tx, paper, office, soon);
    if (last) {
      const { n, opens } = await listed(among.soon, `${today},${last}`);
      await tellGrouped(engine, tx, templates.soon, whom, { values: { n, date: last }, opens });
    }
    if (await lastOf(engine, tx, paper, office, ended)) {
      const { n, opens } = await listed(among.ended, `${addDays(today, -longestEnded)},${addDays(today, -1)}`);
      await tellGrouped(engine, tx, templates.ended, whom, { values: { n }, opens });
    }
  }
}

/** The last day of those an office sees; undefined: it sees none. */
async function lastOf(
  engine: Engine,
  tx: Transaction,
  { resource, day }: EndingPaper,
  { caller }: Office,
  some: readonly Ending[],
): Promise<string | undefined> {
  if (some.length === 0) return undefined;
  const seen = whereOf(engine, resource, caller, { conditions: [], quickSearch: '' });
  const row = await tx.row<{ last: string | null }>(sql`
    select max(t.${sql.id(day)})::text as last from ${sql.id(tableOf(resource))} t
    where t.id = any(${some.map(({ id }) => id)}::bigint[]) and ${seen}`);
  return row?.last ?? undefined;
}

async function count(
  engine: Engine,
  tx: Transaction,
  { resource }: EndingPaper,
  { caller }: Office,
  conditions: Condition[],
): Promise<number> {
  const where = whereOf(engine, resource, caller, { conditions, quickSearch: '' });
  const row = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from ${sql.id(tableOf(resource))} t where ${where}`,
  );
  return row?.n ?? 0;
}
