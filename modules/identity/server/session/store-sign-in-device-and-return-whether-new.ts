import { hash } from 'node:crypto';
import { parseUserAgent } from '#kernel/wire/user-agent.ts';
import { type AccountReference, ownerColumn } from '#server/auth/account-reference.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Call } from '#server/http/controller.ts';

/**
 * Keys of a device: the mark our pages store in the browser, and the browser kind with its network, which is all that
 * other clients send. Browser versions are ignored.
 */
function keysOf({ caller: { ip, userAgent }, request }: Call): string[] {
  const { browser = '', system = '' } = parseUserAgent(userAgent);
  const mark = request.headers['x-device'];
  const marks = typeof mark === 'string' && /^[\w-]{16,64}$/.test(mark) ? [`mark ${mark}`] : [];
  const kind = `${browser} ${system}`.trim() || userAgent;
  return [...marks, `place ${ip} ${kind}`].map((one) => hash('sha256', one, 'base64url'));
}

/**
 * SQL that records the device along with the sign-in: `isUnknown` whether it is new (never at a first sign-in),
 * `notifiedAt` when the owner was last notified, now if due.
 */
export function storeSignInDeviceReturningWhetherNewSql(
  who: AccountReference,
  call: Call,
): { deviceQuery: Sql; notifiedAt: Sql; isUnknown: Sql } {
  const owner = ownerColumn(who);
  // in a fixed order, so that concurrent sign-ins cannot deadlock
  const keys = keysOf(call).sort();
  return {
    deviceQuery: sql`seen as (insert into auth_device as d (${owner}, hash) select ${who.id}, hash from unnest(${keys}::text[]) hash
        on conflict (${owner}, hash) do update set last_seen = now() returning d.xmax = 0 as is_new),
      device as (select bool_and(is_new) and exists (select from auth_device where ${owner} = ${who.id}) as unknown from seen)`,
    notifiedAt: sql`case when device.unknown and coalesce(device_notified < now() - interval '1 hour', true) then now() else device_notified end`,
    isUnknown: sql`device.unknown and device_notified = now()`,
  };
}
