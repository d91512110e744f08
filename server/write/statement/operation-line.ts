import { owningResourceOf } from '#kernel/access/member-role.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/names.ts';
import type { Text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/connect.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { audienceColumnsOf } from '#server/read/scope/audience-columns.ts';
import { valueOfParent } from '#server/read/scope/parent-row.ts';

/** What the operation log says of a write: what was done, by which call, and what was sent with it, secrets masked. */
export interface OperationLine {
  readonly title: Text;
  readonly url: string;
  readonly data: string;
  /** Whose act it is, where the platform makes it for a member. */
  readonly by?: 'member';
}

interface Logged {
  readonly resource: AnyResource;
  readonly caller: Caller;
  readonly action: string;
  readonly log?: OperationLine;
}

const isMembers = ({ log, caller }: Logged): boolean => (log?.by ?? caller.type) === 'member';

/** SQL of the row by which members hold one of `alias`, as its key: of a licence, that of the enterprise. */
function holderText(resource: AnyResource, find: FindResource, alias = 't'): string {
  if (owningResourceOf(resource, find) === resource) return `${alias}.id`;
  return valueOfParent(resource, find, alias, (parent, above) => holderText(parent, find, above));
}

/** The column `held` of the row stored: for whose sake a member wrote it. Officers write for nobody. */
export function heldColumn(order: Logged, find: FindResource): Sql {
  if (!order.log || !isMembers(order) || !owningResourceOf(order.resource, find)) return sql.empty;
  return sql.raw(`, ${holderText(order.resource, find)} as held`);
}

/** The line of the operation log, as a part of the statement that stores the row `w`: of officers, and of members for what they hold. */
export function operationLine(order: Logged, find: FindResource): Sql[] {
  const { caller, log, resource } = order;
  const holder = log && isMembers(order) ? owningResourceOf(resource, find) : undefined;
  if (!log || (caller.type !== 'admin' && !holder)) return [];
  const subject = sql`jsonb_build_object('resource', ${resource.name}::text, 'id', ${order.action === 'del' ? sql`null::bigint` : sql`w.id`}, 'title', w.title)`;
  const who = holder
    ? sql`0, ${caller.id}, ${holder.name}, w.held, w.area`
    : sql`${caller.id}, null::bigint, null, null::bigint, ${caller.areaCode || null}`;
  return [
    sql`l as (insert into auth_admin_log (admin_id, user_id, holder, holder_id, area_code, username, title, title_en, url, data, ip, useragent, subject)
      select ${who}, ${caller.name}, ${log.title['zh-cn']}, ${log.title.en}, ${log.url}, ${log.data}, ${caller.ip}, ${caller.userAgent}, ${subject} from w)`,
  ];
}

/** A line of an officer's act that writes no row by the pipeline. */
export async function addLine(
  db: Queryable,
  { id, name, ip, userAgent, areaCode }: Pick<Caller, 'id' | 'name' | 'ip' | 'userAgent' | 'areaCode'>,
  { title, url, data }: Omit<OperationLine, 'data'> & { readonly data: string | null },
): Promise<void> {
  await db.query(sql`insert into auth_admin_log (admin_id, username, title, title_en, url, data, ip, useragent, area_code)
    values (${id}, ${name}, ${title['zh-cn']}, ${title.en}, ${url}, ${data}, ${ip}, ${userAgent}, ${areaCode || null})`);
}

/**
 * One line for all rows that a member's job wrote into what they hold, for each row they hold them by that is not among
 * `told`. Answers these. Of officers the call that began the job says it.
 */
export async function storeMemberLines(
  db: Queryable,
  { resource, caller, find }: { readonly resource: AnyResource; readonly caller: Caller; readonly find: FindResource },
  { title, url, data }: OperationLine,
  ids: readonly number[],
  notified: readonly number[],
): Promise<number[]> {
  const holder = caller.type === 'member' ? owningResourceOf(resource, find) : undefined;
  if (!holder || ids.length === 0) return [];
  const lines = await db.rows<{ id: number }>(sql`
    insert into auth_admin_log (admin_id, user_id, holder, holder_id, area_code, username, title, title_en, url, data, ip, useragent)
    select distinct on (w.held) 0, ${caller.id}::bigint, ${holder.name}, w.held, w.area, ${caller.name}, ${title['zh-cn']}, ${title.en}, ${url}, ${data}, ${caller.ip}, ${caller.userAgent}
    from (select ${sql.raw(holderText(resource, find))} as held, ${audienceColumnsOf(resource, find)} from ${sql.id(tableOf(resource))} t
      where t.id = any(${ids}::bigint[])) w
    where w.held <> all(${notified}::bigint[])
    returning holder_id as id`);
  return lines.map(({ id }) => id);
}
