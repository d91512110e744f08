import { hash } from 'node:crypto';
import { parseUserAgent } from '#kernel/wire/user-agent.ts';
import { ownerColumn, type Subject } from '#server/auth/subject.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Call } from '#server/http/controller.ts';

/**
 * By what a device is known: the mark our pages keep in the browser, and which kind of browser came from which address, which is
 * all that other clients say. A browser of another version is the same one.
 */
function keysOf({ caller: { ip, userAgent }, request }: Call): string[] {
  const { browser = '', system = '' } = parseUserAgent(userAgent);
  const mark = request.headers['x-device'];
  const marks = typeof mark === 'string' && /^[\w-]{16,64}$/.test(mark) ? [`mark ${mark}`] : [];
  const kind = `${browser} ${system}`.trim() || userAgent;
  return [...marks, `place ${ip} ${kind}`].map((one) => hash('sha256', one, 'base64url'));
}

/**
 * Notes the device beside the statement that notes when its owner signed in: `device` says whether it is `unknown`, which nothing is
 * to whoever signs in for the first time; `told` is when they were last told of one, now if they have to be.
 */
export function noteDevice(who: Subject, call: Call): { deviceQuery: Sql; notifiedAt: Sql; isUnknown: Sql } {
  const owner = ownerColumn(who);
  // in one order: of two who come at once neither waits for the other
  const keys = keysOf(call).sort();
  return {
    deviceQuery: sql`seen as (insert into auth_device as d (${owner}, hash) select ${who.id}, hash from unnest(${keys}::text[]) hash
        on conflict (${owner}, hash) do update set last_seen = now() returning d.xmax = 0 as is_new),
      device as (select bool_and(is_new) and exists (select from auth_device where ${owner} = ${who.id}) as unknown from seen)`,
    notifiedAt: sql`case when device.unknown and coalesce(device_notified < now() - interval '1 hour', true) then now() else device_notified end`,
    isUnknown: sql`device.unknown and device_notified = now()`,
  };
}
