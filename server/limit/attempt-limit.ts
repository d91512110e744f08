import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import type { Database, Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { Refused } from '#server/refusal.ts';

/** How many attempts are allowed in which time. */
export interface AttemptLimit {
  /** Key of its stored attempts. */
  readonly name: string;
  readonly most: number;
  readonly seconds: number;
  /**
   * `each`: every attempt expires by itself, so that no period of this length has more. `together`: all count until
   * this long after the last one, so that several in a row cause a lock.
   */
  readonly forgets: 'each' | 'together';
}

/**
 * The limit for an address that many people may share: a service hall, a school, a carrier. Where each attempt requires
 * a captcha, which slows machines down, it is ten times as high; without captchas it is the limit itself.
 */
export const sharedAddressLimit = (limit: AttemptLimit, pictures: boolean): AttemptLimit =>
  pictures ? { ...limit, most: limit.most * 10 } : limit;

/** An attempt that counts towards a limit, by or concerning `who`. */
export interface Attempt {
  readonly limit: AttemptLimit;
  readonly subject: string | number;
}

/** Builds the refusal; `wait`: seconds until the next attempt is possible. */
export type RefuseAttempt = (limit: AttemptLimit, wait: number) => Refused;

interface CountedAttempt extends Attempt {
  /** Time of the attempt as PostgreSQL writes it. */
  at: string;
}

/** Times of a row that still count. */
const counting = ({ seconds, forgets }: AttemptLimit): Sql =>
  forgets === 'each'
    ? sql`array(select moment from unnest(a.at) as moment where moment > clock_timestamp() - make_interval(secs => ${seconds}))`
    : sql`case when a.expiretime > clock_timestamp() then a.at else '{}' end`;

/**
 * Takes attempts before the work they are for, counting and deciding in one statement, so that concurrent attempts
 * cannot exceed the limit. Several are taken all or none, for which `db` must be a transaction: the thrown refusal
 * rolls it back.
 */
export async function countAttempts(
  db: Queryable,
  tries: readonly Attempt[],
  refuse: RefuseAttempt,
): Promise<CountedAttempt[]> {
  const steps = tries.map(
    ({ limit, subject }, place) => sql`${sql.id(`taken${place}`)} as (
      insert into attempt as a (name, subject, at, expiretime)
      values (${limit.name}, ${String(subject)}, array[clock_timestamp()], clock_timestamp() + make_interval(secs => ${limit.seconds}))
      on conflict (name, subject) do update set at = ${counting(limit)} || excluded.at, expiretime = excluded.expiretime
      where cardinality(${counting(limit)}) < ${limit.most}
      returning a.name, a.at[cardinality(a.at)]::text as at)`,
  );
  const attempts = tries.map((_, place) => sql`select * from ${sql.id(`taken${place}`)}`);
  // planning it takes longer than running it
  const statement = namePreparedStatement(sql`with ${sql.join(steps)} ${sql.join(attempts, ' union all ')}`);
  const rows = await db.rows<{ name: string; at: string }>(statement);
  const usedAt = new Map(rows.map((row) => [row.name, row.at]));
  const over = tries.filter(({ limit }) => !usedAt.has(limit.name));
  if (over.length > 0) throw await refusalOf(db, over, refuse);
  return tries.map((one) => ({ ...one, at: usedAt.get(one.limit.name) ?? '' }));
}

/** The refusal for the reached limit that lasts longest. */
async function refusalOf(db: Queryable, over: readonly Attempt[], refuse: RefuseAttempt): Promise<Refused> {
  const [first] = over as [Attempt];
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

/** The effect of the work on its attempts: they stay counted, are returned, or are cleared with all earlier ones. */
export type EffectOnAttempts = 'counts' | 'back' | 'forget';

/** Work running under the limits of one database in this process. */
interface UnderWay {
  /** Running work that has taken its attempts, by limited key. */
  working: Map<string, Set<Promise<void>>>;
  /** The previous request of each limited key. They are serialised, so that running work is known before another attempt is refused. */
  turns: Map<string, Promise<unknown>>;
}
const underWay = new WeakMap<Database, UnderWay>();

function underWayIn(db: Database): UnderWay {
  const here: UnderWay = underWay.get(db) ?? { working: new Map(), turns: new Map() };
  underWay.set(db, here);
  return here;
}

/**
 * Takes attempts, does the work, and lets its outcome decide about them. Work that throws uses its attempts up. If all
 * attempts are taken by work still running in this process, it waits for that: a correct attempt is not refused because
 * others were made at the same time.
 */
export async function withAttemptLimit<T>(
  db: Database,
  tries: readonly Attempt[],
  refuse: RefuseAttempt,
  work: () => Promise<{ result: T; tries: EffectOnAttempts }>,
): Promise<T> {
  const here = underWayIn(db);
  const keys = tries.map(({ limit, subject }) => `${limit.name} ${subject}`);
  for (;;) {
    const before = Promise.all(keys.map(async (key) => here.turns.get(key)));
    const counted = before.then(() =>
      tries.length === 1 ? countAttempts(db, tries, refuse) : db.transaction((tx) => countAttempts(tx, tries, refuse)),
    );
    const task = counted.then((mine) => settle(db, mine, work));
    const ended = task.then(ignore, ignore);
    takeTurn(
      here,
      keys,
      counted.then(() => note(here, keys, ended), ignore),
    );
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

/** Throws the refusal if all attempts of one of these limits are used up. Takes none. */
async function refuseIfUsedUp(db: Queryable, tries: readonly Attempt[], refuse: RefuseAttempt): Promise<void> {
  const reached = tries.map(
    ({ limit, subject }) => sql`select a.name from attempt a
      where a.name = ${limit.name} and a.subject = ${String(subject)} and cardinality(${counting(limit)}) >= ${limit.most}`,
  );
  const rows = await db.rows<{ name: string }>(
    namePreparedStatement(sql`${sql.join(reached, ' union all ')}`, { brief: true }),
  );
  const over = tries.filter(({ limit }) => rows.some(({ name }) => name === limit.name));
  if (over.length > 0) throw await refusalOf(db, over, refuse);
}

/**
 * Does work of which only failures count, such as looking something up by a number: work that finds something writes
 * nothing. In this process work with the same keys is done one after another, so that many guesses at once count like as many
 * in a row.
 */
export function withFailureLimit<T>(
  db: Database,
  tries: readonly Attempt[],
  refuse: RefuseAttempt,
  work: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const here = underWayIn(db);
  const keys = tries.map(({ limit, subject }) => `${limit.name} ${subject}`);
  const task = Promise.all(keys.map(async (key) => here.turns.get(key))).then(async () => {
    const [, found] = await Promise.all([refuseIfUsedUp(db, tries, refuse), work()]);
    if (found === undefined) await db.transaction((tx) => countAttempts(tx, tries, refuse));
    return found;
  });
  takeTurn(here, keys, task.then(ignore, ignore));
  return task;
}

const ignore = () => undefined;

/** Requests of these keys come after this one. */
function takeTurn({ turns }: UnderWay, keys: readonly string[], turn: Promise<unknown>): void {
  for (const key of keys) turns.set(key, turn);
  void turn.then(() => {
    for (const key of keys) if (turns.get(key) === turn) turns.delete(key);
  });
}

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
  counted: readonly CountedAttempt[],
  work: () => Promise<{ result: T; tries: EffectOnAttempts }>,
): Promise<T> {
  const { result, tries } = await work();
  if (tries === 'forget') await clearAttempts(db, counted);
  if (tries === 'back') for (const one of counted) await giveBack(db, one);
  return result;
}

async function giveBack(db: Queryable, { limit, subject, at }: CountedAttempt): Promise<void> {
  await db.query(sql`update attempt set at = at[:array_position(at, ${at}::timestamptz) - 1] || at[array_position(at, ${at}::timestamptz) + 1:]
    where name = ${limit.name} and subject = ${String(subject)} and array_position(at, ${at}::timestamptz) is not null`);
}

/** Ends a lock, and clears what was counted towards one. Returns whether there was any. */
export async function clearAttempts(
  db: Queryable,
  tries: readonly { readonly limit: Pick<AttemptLimit, 'name'>; readonly subject: string | number }[],
): Promise<boolean> {
  const names = tries.map(({ limit }) => limit.name);
  const subjects = tries.map(({ subject }) => String(subject));
  const ended = await db.row(
    sql`delete from attempt where (name, subject) in (select * from unnest(${names}::text[], ${subjects}::text[])) returning 1 as ended`,
  );
  return ended !== undefined;
}

/** Removes attempts that no longer count. */
export async function purgeAttempts(db: Queryable): Promise<void> {
  await db.query('delete from attempt where expiretime < now()');
}
