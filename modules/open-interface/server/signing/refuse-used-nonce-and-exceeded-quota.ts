import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { getOrCreate } from '#server/get-or-create-and-cache-per-resource-declaration.ts';
import { InterfaceRefusal } from '../refusal/refusal-with-http-status-and-code.ts';

/** The limits of an application, and the state of it by which a signature was found right. */
interface Allowance {
  readonly id: number;
  readonly version: number;
  /** The secret that the call was signed with. */
  readonly secretId: number;
  readonly rpm: number;
  readonly burst: number;
  readonly quota: number;
}

interface Spent {
  readonly [column: string]: unknown;
  /** Whether application and secret are still as they were read. */
  readonly current: boolean;
  /** The nonces that were not used before. */
  readonly fresh: string[];
  /** How many of the calls are within the limits. */
  readonly granted: number;
  /** Calls of today with these. */
  readonly calls: number;
  /** Seconds until midnight in Shanghai. */
  readonly rest: number;
}

/** A call that waits for the statement before it. */
interface WaitingCall {
  readonly nonce: string;
  resolve(isCurrent: boolean): void;
  reject(error: unknown): void;
}

/** Calls of one statement at most. */
const mostAtOnce = 100;

/** Calls that wait, by the state of the application that they were signed for. While one is there its statements run. */
const waiting = new WeakMap<Engine['db'], Map<string, WaitingCall[]>>();

/**
 * Uses the nonce of a call and takes one call of the application's allowance, shared by all processes: `rpm` per minute,
 * which may follow each other at once up to `burst` after a pause (a token bucket), and `quota` a day. One statement
 * decides, so that of two calls with one nonce one is refused, and a replay costs the application nothing. Calls that arrive
 * while it runs share the next one: an application that calls often waits for fewer of them. Returns false, and takes
 * nothing, if the application was changed, or its secret ended, since they were read.
 *
 * @throws InterfaceRefusal
 */
export function refuseUsedNonceAndExceededQuota(
  { db }: Pick<Engine, 'db'>,
  allowance: Allowance,
  nonce: string,
): Promise<boolean> {
  const lines = getOrCreate(waiting, db, () => new Map<string, WaitingCall[]>());
  const key = `${allowance.id} ${allowance.version} ${allowance.secretId}`;
  return new Promise<boolean>((resolve, reject) => {
    const call = { nonce, resolve, reject };
    const line = lines.get(key);
    if (line) {
      line.push(call);
      return;
    }
    const calls = [call];
    lines.set(key, calls);
    void spendInTurn(db, allowance, calls, () => lines.delete(key));
  });
}

async function spendInTurn(
  db: Engine['db'],
  allowance: Allowance,
  calls: WaitingCall[],
  end: () => void,
): Promise<void> {
  while (calls.length > 0) {
    const batch = calls.splice(0, mostAtOnce);
    try {
      answer(batch, allowance, await spend(db, allowance, batch));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
  // at once, so that no call joins a line that has ended
  end();
}

/** The first calls are granted; of those with the same nonce the first. */
function answer(batch: readonly WaitingCall[], { rpm, quota }: Allowance, spent: Spent): void {
  const fresh = new Set(spent.fresh);
  let { granted } = spent;
  for (const { nonce, resolve, reject } of batch)
    if (!spent.current) resolve(false);
    else if (!fresh.delete(nonce)) reject(new InterfaceRefusal('replayed'));
    else if (granted-- > 0) resolve(true);
    else if (spent.calls >= quota) reject(new InterfaceRefusal('quota', { retryAfter: spent.rest }));
    else reject(new InterfaceRefusal('too_frequent', { retryAfter: Math.ceil(60 / rpm) }));
}

async function spend(
  db: Engine['db'],
  { id, version, secretId, rpm, burst, quota }: Allowance,
  batch: readonly WaitingCall[],
): Promise<Spent> {
  const filled = sql`least(${burst}::float8, u.tokens + greatest(0, extract(epoch from statement_timestamp() - u.filled_at)) * ${rpm}::float8 / 60)`;
  const calls = sql`case when u.day = excluded.day then u.calls else 0 end`;
  const granted = sql`least(excluded.granted, floor(${filled})::int, ${quota} - (${calls}))`;
  const spent = await db.row<Spent>(
    namePreparedStatement(sql`
    with today as (select (now() at time zone 'Asia/Shanghai')::date as day),
    live as (select from api_application a join push_secret s on s.id = ${secretId} and coalesce(s.expiretime > now(), true), today
      where a.id = ${id} and a.version = ${version} and a.expire_on >= today.day),
    used as (insert into api_nonce (application_id, nonce) select ${id}, n from (select distinct n from unnest(${batch.map(({ nonce }) => nonce)}::text[]) n) sent, live
      on conflict do nothing returning nonce),
    asked as (select least(count(*), ${burst}, ${quota})::int as n from used),
    drawn as (
      insert into api_usage as u (application_id, tokens, filled_at, day, calls, granted)
      select ${id}, ${burst}::float8 - asked.n, statement_timestamp(), today.day, asked.n, asked.n from asked, today where asked.n > 0
      on conflict (application_id) do update set tokens = ${filled} - ${granted}, filled_at = greatest(u.filled_at, statement_timestamp()),
        day = excluded.day, calls = ${calls} + ${granted}, granted = ${granted}
      where ${filled} >= 1 and ${calls} < ${quota}
      returning granted, calls)
    select exists (select from live) as current, coalesce((select json_agg(nonce) from used), '[]') as fresh,
      coalesce((select granted from drawn), 0) as granted,
      coalesce((select calls from drawn), (select u.calls from api_usage u, today where u.application_id = ${id} and u.day = today.day), 0) as calls,
      ceil(extract(epoch from (day + 1)::timestamp - (now() at time zone 'Asia/Shanghai')))::int as rest from today`),
  );
  if (!spent) throw new Error('a call was neither granted nor refused');
  return spent;
}
