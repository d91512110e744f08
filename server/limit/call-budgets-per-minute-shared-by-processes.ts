import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailableError, isDatabaseUnavailable } from '#server/db/driver/database-availability.ts';
import type { Database, Queryable } from '#server/db/open-database.ts';
import type { Log } from '#server/log.ts';

const minuteLength = 60_000;
/** Budgets up to this are taken call by call; of larger ones a process takes a tenth of the remainder at a time. */
const exactUpTo = 20;
/**
 * Milliseconds a call waits for a lease before it is counted in this process alone; afterwards no lease is requested
 * for as long.
 */
const leaseTimeout = 1000;

/**
 * The part of a budget granted to a process, and what all processes have used; undefined: the database did not respond.
 */
type Lease = { granted: number; used: number } | undefined;

/** Shared store of budgets, for processes that serve the same callers. */
export interface SharedBudgets {
  /** Minutes since 1970 by the database's clock, as far as known, and the milliseconds that remain of the minute. */
  now(): { minute: number; rest: number };
  /** Takes at least `1` for each concurrent request, unless the budget is spent. */
  request(minute: number, key: string, budget: number): Promise<Lease>;
}

interface Wish {
  minute: number;
  key: string;
  budget: number;
  wanted: number;
  lease: Promise<Lease>;
  answer: (lease: Lease) => void;
}

/** A tenth of what is left of a large budget, so that little stays unused in a process when it runs short. */
const share = (left: string, budget: string) => `case when ${budget} > ${exactUpTo} then (${left}) / 10 else 0 end`;
const more = `least(excluded.budget - b.used, greatest(excluded.wanted, ${share('excluded.budget - b.used', 'excluded.budget')}))`;
// counted and decided in one statement; in the order of the keys, so that two processes do not deadlock
const takeLeases = `insert into call_budget as b (minute, key, budget, wanted, used, granted)
  select minute, key, budget, wanted, first, first
  from unnest($1::int[], $2::text[], $3::int[], $4::int[]) as wish (minute, key, budget, wanted),
    least(budget, greatest(wanted, ${share('budget', 'budget')})) as first
  order by minute, key
  on conflict (minute, key) do update set budget = excluded.budget, wanted = excluded.wanted, granted = ${more}, used = b.used + ${more}
  where b.used < excluded.budget
  returning minute, key, granted, used, floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now`;

/**
 * Budgets from the shared table. Requests made while a statement runs share the next one, so that a process uses at most
 * one connection for them.
 */
export function createSharedBudgets(db: Pick<Database, 'pool'>, log: Pick<Log, 'error'>): SharedBudgets {
  let wishes = new Map<string, Wish>();
  let working = false;
  let ahead = 0;
  let awayUntil = 0;

  async function take(batch: readonly Wish[]): Promise<void> {
    // directly from the pool, so that a call waits for an unavailable database only once, in its own query
    const query = db.pool.query<{ minute: number; key: string; granted: number; used: number; now: number }>(
      takeLeases,
      [
        batch.map((one) => one.minute),
        batch.map((one) => one.key),
        batch.map((one) => one.budget),
        batch.map((one) => one.wanted),
      ],
    );
    const stop = new AbortController();
    const late = sleep(leaseTimeout, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
    try {
      const result = await Promise.race([query, late]);
      if (!result) throw new DatabaseUnavailableError({ cause: 'no lease in time' });
      const leases = new Map(result.rows.map((row) => [`${row.minute} ${row.key}`, row]));
      for (const one of batch) one.answer(leases.get(`${one.minute} ${one.key}`) ?? { granted: 0, used: one.budget });
      const [first] = result.rows;
      if (first) ahead = first.now - Date.now();
    } catch (error) {
      query.catch(() => undefined);
      awayUntil = Date.now() + leaseTimeout;
      if (!isDatabaseUnavailable(error))
        log.error({ err: error }, 'budgets of calls are counted by this process alone');
      for (const one of batch) one.answer(undefined);
    } finally {
      stop.abort();
    }
  }

  async function work(): Promise<void> {
    working = true;
    while (wishes.size > 0) {
      const batch = [...wishes.values()];
      wishes = new Map();
      await take(batch);
    }
    working = false;
  }

  return {
    now() {
      const now = Date.now() + ahead;
      const minute = Math.floor(now / minuteLength);
      return { minute, rest: (minute + 1) * minuteLength - now };
    },
    request(minute, key, budget) {
      if (Date.now() < awayUntil) return Promise.resolve(undefined);
      const name = `${minute} ${key}`;
      let wish = wishes.get(name);
      if (!wish) {
        let answer: Wish['answer'] = () => undefined;
        const lease = new Promise<Lease>((resolve) => {
          answer = resolve;
        });
        wish = { minute, key, budget, wanted: 0, lease, answer };
        wishes.set(name, wish);
      }
      wish.wanted += 1;
      if (!working) void work();
      return wish.lease;
    },
  };
}

/** For a process that shares its callers with no other. */
export const unsharedBudgets: SharedBudgets = {
  now() {
    const minute = Math.floor(Date.now() / minuteLength);
    return { minute, rest: (minute + 1) * minuteLength - Date.now() };
  },
  request: () => Promise.resolve(undefined),
};

interface Count {
  /** Calls admitted in this process. */
  used: number;
  /** Leased and unused. */
  left: number;
  /** Use by all processes, as of the last lease. */
  usedHere: number;
}

/** Call budgets of the current minute. */
export interface CallBudgets {
  /** Number of separately counted keys. */
  readonly size: number;
  has(key: string): boolean;
  /** Takes a call. Returns how many are left after it, or undefined if there is none. */
  take(key: string, budget: number): Promise<number | undefined>;
}

export function createCallBudgets(shared: SharedBudgets): CallBudgets {
  let counts = new Map<string, Count>();
  let running = 0;
  const current = () => {
    const { minute } = shared.now();
    if (minute > running) {
      counts = new Map();
      running = minute;
    }
    return counts;
  };
  return {
    get size() {
      return current().size;
    },
    has: (key) => current().has(key),
    async take(key, budget) {
      for (;;) {
        const all = current();
        const count = all.get(key) ?? { used: 0, left: 0, usedHere: 0 };
        all.set(key, count);
        if (count.left > 0) {
          count.left -= 1;
          count.used += 1;
          return Math.max(budget - count.usedHere, 0) + count.left;
        }
        if (count.usedHere >= budget) return undefined;
        const minute = running;
        const lease = await shared.request(minute, key, budget);
        // a lease of a minute that has ended is worthless
        if (minute !== running || current() !== all) continue;
        if (!lease) {
          if (count.used >= budget) return undefined;
          count.used += 1;
          return budget - count.used;
        }
        noteOnce(count, lease);
      }
    },
  };
}

/** Concurrent requests share one lease, which counts once. */
const noted = new WeakSet<object>();
function noteOnce(count: Count, lease: { granted: number; used: number }): void {
  if (noted.has(lease)) return;
  noted.add(lease);
  count.left += lease.granted;
  count.usedHere = Math.max(count.usedHere, lease.used);
}

/** Removes what was used in past minutes. */
export async function purgeCallBudgets(db: Queryable): Promise<void> {
  await db.query('delete from call_budget where minute < extract(epoch from now()) / 60 - 5');
}
