import { addDays, shanghaiToday } from '#kernel/calendar.ts';
import type { Condition } from '#kernel/filter.ts';
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
import { licenceKinds } from '../contract/dictionary.ts';
import { licence } from '../contract/licence.ts';
import { licenceExpired, licenceExpiring, licencesEnded, licencesEnding } from '../contract/messages.ts';

/** Days after its end for which it is still told that a licence has ended: of one that is older everybody knows. */
const longestEnded = 30;
/** Licences told of by one statement. */
const mostAtOnce = 500;

interface Ending {
  [column: string]: unknown;
  id: number;
  name: string;
  mobile: string | null;
  area_code: string;
  kind: keyof typeof licenceKinds;
  license_no: string;
  date: string;
  /** Days before its end that have been reached: 30, 7 or 1; -1: it has ended. */
  days: number;
}

/**
 * Tells that a licence ends within a month, a week, a day, or has ended (domain reference Appendix E): those who act for
 * its enterprise, by text message as well, and the officers it is a matter of, in one message for all of that night. Each
 * is told once, also where nights were missed, in one transaction with the note that it was.
 */
export function tellExpiring(engine: Engine, today = shanghaiToday()): Promise<number> {
  return engine.db.transaction(async (tx) => {
    const all: Ending[] = [];
    for (;;) {
      const some = await takeSome(tx, today);
      await tellHoldersOf(engine, tx, some);
      all.push(...some);
      if (some.length < mostAtOnce) break;
    }
    if (all.length > 0) await tellOffices(engine, tx, all, today);
    return all.length;
  });
}

/** Those of which something is to be told for the first time. */
const takeSome = (tx: Transaction, today: string): Promise<Ending[]> =>
  tx.rows<Ending>(sql`
    with ending as (
      select t.id, t.expire_date, d.days from enterprise_licence t, lateral (select t.expire_date - ${today}::date as "left") l,
        lateral (select case when "left" < 0 then -1 when "left" <= 1 then 1 when "left" <= 7 then 7 else 30 end as days) d
      where t.validity in ('expiring', 'expired') and t.expire_date between ${addDays(today, -longestEnded)}::date and ${addDays(today, 30)}::date
        and not exists (select from enterprise_licence_told o where o.licence_id = t.id and o.expire_date = t.expire_date and o.days = d.days)
      order by t.id limit ${mostAtOnce}
    ), told as (
      insert into enterprise_licence_told (licence_id, expire_date, days) select id, expire_date, days from ending on conflict do nothing returning licence_id
    )
    select t.id, e.name, e.contact_mobile as mobile, e.area_code, t.kind, t.license_no, t.expire_date::text as date, n.days
    from told o join ending n on n.id = o.licence_id join enterprise_licence t on t.id = n.id join enterprise e on e.id = t.enterprise_id order by t.id`);

const onceOf = ({ id, date, days }: Ending) => `licence ${id} ${date} ${days < 0 ? 'ended' : days}`;

async function tellHoldersOf(engine: Engine, tx: Transaction, some: readonly Ending[]): Promise<void> {
  for (const [template, rows] of [
    [licenceExpiring, some.filter(({ days }) => days > 0)],
    [licenceExpired, some.filter(({ days }) => days < 0)],
  ] as const) {
    const told = rows.map((ending) => {
      const paper = licenceKinds[ending.kind] ?? licenceKinds.other;
      const values = { name: ending.name, kind: paper['zh-cn'], license_no: ending.license_no, date: ending.date };
      return { ...ending, row: ending.id, values, english: { kind: paper.en }, once: onceOf(ending) };
    });
    const toInbox = told.map(({ row, values, english, once }) => ({ row, values, english, once }));
    await tellHolders(engine, tx, licence, template, toInbox);
    const byPhone = told.flatMap(({ mobile, area_code, id, license_no, values, once }) =>
      mobile
        ? [
            {
              values,
              to: { mobile, areaCode: area_code, resource: licence.name, rowId: id, rowTitle: license_no, once },
            },
          ]
        : [],
    );
    await sendMessages(engine, tx, template, byPhone);
  }
}

/** The county's officers who decide on renewals hear of their own, as many as the list behind the message shows. */
async function tellOffices(engine: Engine, tx: Transaction, all: readonly Ending[], today: string): Promise<void> {
  const [soon, ended] = [all.filter(({ days }) => days > 0), all.filter(({ days }) => days < 0)];
  for (const office of await readOffices(tx)) {
    const { caller } = office;
    if (!can(caller, `${licence.name}/confirmRenewal`) || !isCountyDesk(engine.reference, caller.areaCode)) continue;
    const last = await lastOf(engine, tx, office, soon);
    if (last) {
      const conditions: Condition[] = [
        { field: 'validity', operator: '=', value: 'expiring' },
        { field: 'expire_date', operator: 'RANGE', value: `${today},${last}` },
      ];
      const n = await count(engine, tx, office, conditions);
      const values = { n: String(n), date: last };
      await tellGrouped(engine, tx, licencesEnding, atOffice(office), { values, opens: opens(conditions) });
    }
    if (await lastOf(engine, tx, office, ended)) {
      const conditions: Condition[] = [
        { field: 'validity', operator: '=', value: 'expired' },
        { field: 'expire_date', operator: 'RANGE', value: `${addDays(today, -longestEnded)},${addDays(today, -1)}` },
      ];
      const n = await count(engine, tx, office, conditions);
      await tellGrouped(engine, tx, licencesEnded, atOffice(office), {
        values: { n: String(n) },
        opens: opens(conditions),
      });
    }
  }
}

const atOffice = ({ ids }: Office) => ({ type: 'admin', ids }) as const;
const opens = (conditions: readonly Condition[]) => listAddress(licence, conditions, 'expire_date,asc');

/** The last day of those an office sees; undefined: it sees none. */
async function lastOf(
  engine: Engine,
  tx: Transaction,
  { caller }: Office,
  some: readonly Ending[],
): Promise<string | undefined> {
  if (some.length === 0) return undefined;
  const seen = whereOf(engine, licence, caller, { conditions: [], quickSearch: '' });
  const row = await tx.row<{
    last: string | null;
  }>(sql`select max(t.expire_date)::text as last from enterprise_licence t
    where t.id = any(${some.map(({ id }) => id)}::bigint[]) and ${seen}`);
  return row?.last ?? undefined;
}

async function count(engine: Engine, tx: Transaction, { caller }: Office, conditions: Condition[]): Promise<number> {
  const where = whereOf(engine, licence, caller, { conditions, quickSearch: '' });
  const row = await tx.row<{ n: number }>(sql`select count(*)::int as n from enterprise_licence t where ${where}`);
  return row?.n ?? 0;
}
