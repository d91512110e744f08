import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/services-needed-to-read-and-write.ts';
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
  /** Whether the nonce was not used before. */
  readonly fresh: boolean;
  /** Calls of today with this one; null: it is above a limit. */
  readonly calls: number | null;
  readonly earlier: number | null;
  /** Seconds until midnight in Shanghai. */
  readonly rest: number;
}

/**
 * Uses the nonce of a call and takes one call of the application's allowance, shared by all processes: `rpm` per minute,
 * which may follow each other at once up to `burst` after a pause (a token bucket), and `quota` a day. One statement
 * decides, so that of two calls with one nonce one is refused, and a replay costs the application nothing. Returns false, and
 * takes nothing, if the application was changed, or its secret ended, since they were read.
 *
 * @throws InterfaceRefusal
 */
export async function refuseUsedNonceAndExceededQuota(
  { db }: Pick<Engine, 'db'>,
  { id, version, secretId, rpm, burst, quota }: Allowance,
  nonce: string,
): Promise<boolean> {
  const filled = sql`least(${burst}::float8, u.tokens + greatest(0, extract(epoch from clock_timestamp() - u.filled_at)) * ${rpm}::float8 / 60)`;
  const spent = await db.row<Spent>(
    namePreparedStatement(sql`
    with today as (select (now() at time zone 'Asia/Shanghai')::date as day),
    live as (select from api_application a join push_secret s on s.id = ${secretId} and coalesce(s.expiretime > now(), true), today
      where a.id = ${id} and a.version = ${version} and a.expire_on >= today.day),
    used as (insert into api_nonce (application_id, nonce) select ${id}, ${nonce} from live on conflict do nothing returning 1),
    drawn as (
      insert into api_usage as u (application_id, tokens, filled_at, day, calls)
      select ${id}, ${burst}::float8 - 1, clock_timestamp(), today.day, 1 from used, today
      on conflict (application_id) do update set tokens = ${filled} - 1, filled_at = clock_timestamp(), day = excluded.day,
        calls = case when u.day = excluded.day then u.calls + 1 else 1 end
      where ${filled} >= 1 and (u.day <> excluded.day or u.calls < ${quota})
      returning calls)
    select exists (select from live) as current, exists (select from used) as fresh, (select calls from drawn) as calls,
      (select u.calls from api_usage u, today where u.application_id = ${id} and u.day = today.day) as earlier,
      ceil(extract(epoch from (day + 1)::timestamp - (now() at time zone 'Asia/Shanghai')))::int as rest from today`),
  );
  if (!spent?.current) return false;
  if (!spent.fresh) throw new InterfaceRefusal('replayed');
  if (spent.calls !== null) return true;
  if ((spent.earlier ?? 0) >= quota) throw new InterfaceRefusal('quota', { retryAfter: spent.rest });
  throw new InterfaceRefusal('too_frequent', { retryAfter: Math.ceil(60 / rpm) });
}
