import type { Database, Queryable } from '#server/db/connect.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { Refused } from '#server/refusal.ts';

/** How often something may be tried. */
export interface Limit {
  /** Under which its tries are kept. */
  readonly name: string;
  readonly most: number;
  readonly seconds: number;
  /**
   * `each`: a try counts so long and is forgotten alone, so that there are never more within any such time. `together`:
   * all count until so long after the last of them, so many in a row and then a lock.
   */
  readonly forgets: 'each' | 'together';
}

/**
 * A limit by address stands for people who share it: a service hall, a school, a carrier. Where what it limits has cost a
 * picture typed off, a machine is held up by that, and the limit is ten times as wide; without pictures it alone does.
 */
export const wholeAddress = (limit: Limit, pictures: boolean): Limit =>
  pictures ? { ...limit, most: limit.most * 10 } : limit;

/** A try of a limit, by or at somebody. */
export interface Try {
  readonly limit: Limit;
  readonly subject: string | number;
}

/** Says why a try may not be made; `wait`: seconds until there is one again. */
export type RefuseTry = (limit: Limit, wait: number) => Refused;

interface CountedTry extends Try {
  /** The moment it was made, as the database writes it. */
  at: string;
}

/** Moments of a row that still count. */
const counting = ({ seconds, forgets }: Limit): Sql =>
  forgets === 'each'
    ? sql`array(select moment from unnest(a.at) as moment where moment > clock_timestamp() - make_interval(secs => ${seconds}))`
    : sql`case when a.expiretime > clock_timestamp() then a.at else '{}' end`;

/**
 * Takes tries before the work they are for: counted and decided in one statement, so that of any number made at once no
 * more are let through than there are. Several are taken all or none, for which `db` has to be a transaction: the
 * refusal that is thrown undoes it.
 */
export async function takeTries(db: Queryable, tries: readonly Try[], refuse: RefuseTry): Promise<CountedTry[]> {
  const steps = tries.map(
    ({ limit, subject }, place) => sql`${sql.id(`taken${place}`)} as (
      insert into attempt as a (name, subject, at, expiretime)
      values (${limit.name}, ${String(subject)}, array[clock_timestamp()], clock_timestamp() + make_interval(secs => ${limit.seconds}))
      on conflict (name, subject) do update set at = ${counting(limit)} || excluded.at, expiretime = excluded.expiretime
      where cardinality(${counting(limit)}) < ${limit.most}
      returning a.name, a.at[cardinality(a.at)]::text as at)`,
  );
  const rows = await db.rows<{ name: string; at: string }>(
    sql`with ${sql.join(steps)} ${sql.join(
      tries.map((_, place) => sql`select * from ${sql.id(`taken${place}`)}`),
      ' union all ',
    )}`,
  );
  const usedAt = new Map(rows.map((row) => [row.name, row.at]));
  const over = tries.filter(({ limit }) => !usedAt.has(limit.name));
  if (over.length > 0) throw await refusalOf(db, over, refuse);
  return tries.map((one) => ({ ...one, at: usedAt.get(one.limit.name) ?? '' }));
}

/** The limit that holds longest among those that were reached. */
async function refusalOf(db: Queryable, over: readonly Try[], refuse: RefuseTry): Promise<Refused> {
  const [first] = over as [Try];
  let longest = { limit: first.limit, wait: 1 };
  for (const { limit, subject } of over) {
    const row = await db.row<{ wait: number }>(
      sql`select ceil(extract(epoch from ${
        limit.forgets === 'each'
          ? sql`a.at[greatest(cardinality(a.at) - ${limit.most - 1}, 1)] + make_interval(secs => ${limit.seconds})`
          : sql`a.expiretime`
      } - clock_timestamp()))::int as wait from attempt a where a.name = ${limit.name} and a.subject = ${String(subject)}`,
    );
    if (row && row.wait > longest.wait) longest = { limit, wait: row.wait };
  }
  return refuse(longest.limit, longest.wait);
}

/** What becomes of the tries after the work: they stay counted, are given back, or end all before them as well. */
export type Verdict = 'counts' | 'back' | 'forget';

/** What this process is doing under the limits of one database. */
interface UnderWay {
  /** Work that has its tries, by what it is limited by. */
  working: Map<string, Set<Promise<void>>>;
  /** The take before: one after the other, so that work is known to be under way before somebody is refused for it. */
  turn: Promise<unknown>;
}
const underWay = new WeakMap<Database, UnderWay>();

/**
 * Takes tries, does the work, and lets its outcome decide what becomes of them. Work that throws has used its tries up.
 * Who finds them all taken by work that is still under way in this process waits for it: whoever is right is not
 * refused for coming at the same time as others who are.
 */
export async function withTries<T>(
  db: Database,
  tries: readonly Try[],
  refuse: RefuseTry,
  work: () => Promise<{ result: T; tries: Verdict }>,
): Promise<T> {
  const here = underWay.get(db) ?? { working: new Map<string, Set<Promise<void>>>(), turn: Promise.resolve() };
  underWay.set(db, here);
  const keys = tries.map(({ limit, subject }) => `${limit.name} ${subject}`);
  for (;;) {
    const counted = here.turn.then(() =>
      tries.length === 1 ? takeTries(db, tries, refuse) : db.transaction((tx) => takeTries(tx, tries, refuse)),
    );
    const task = counted.then((mine) => settle(db, mine, work));
    const ended = task.then(ignore, ignore);
    here.turn = counted.then(() => note(here, keys, ended), ignore);
    try {
      await counted;
    } catch (error) {
      const others = keys.flatMap((key) => [...(here.working.get(key) ?? [])]);
      if (!(error instanceof Refused) || others.length === 0) throw error;
      await Promise.all(others);
      continue;
    }
    return await task;
  }
}

const ignore = () => undefined;

function note({ working }: UnderWay, keys: readonly string[], ended: Promise<void>): void {
  for (const key of keys) working.set(key, (working.get(key) ?? new Set()).add(ended));
  void ended.then(() => {
    for (const key of keys) {
      const rest = working.get(key);
      rest?.delete(ended);
      if (rest?.size === 0) working.delete(key);
    }
  });
}

async function settle<T>(
  db: Database,
  counted: readonly CountedTry[],
  work: () => Promise<{ result: T; tries: Verdict }>,
): Promise<T> {
  const { result, tries } = await work();
  if (tries === 'forget') await forgetTries(db, counted);
  if (tries === 'back') for (const one of counted) await giveBack(db, one);
  return result;
}

async function giveBack(db: Queryable, { limit, subject, at }: CountedTry): Promise<void> {
  await db.query(sql`update attempt set at = at[:array_position(at, ${at}::timestamptz) - 1] || at[array_position(at, ${at}::timestamptz) + 1:]
    where name = ${limit.name} and subject = ${String(subject)} and array_position(at, ${at}::timestamptz) is not null`);
}

/** Ends a lock, and what was counted towards one; whether there was anything. */
export async function forgetTries(
  db: Queryable,
  tries: readonly { readonly limit: Pick<Limit, 'name'>; readonly subject: string | number }[],
): Promise<boolean> {
  const names = tries.map(({ limit }) => limit.name);
  const subjects = tries.map(({ subject }) => String(subject));
  const ended = await db.row(
    sql`delete from attempt where (name, subject) in (select * from unnest(${names}::text[], ${subjects}::text[])) returning 1 as ended`,
  );
  return ended !== undefined;
}

/** Removes what no longer counts. */
export async function purgeTries(db: Queryable): Promise<void> {
  await db.query('delete from attempt where expiretime < now()');
}
