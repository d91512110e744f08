import { owningResourceOf } from '#kernel/access/rows-members-hold-directly-or-through-parent.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { parentValueSql } from '#server/read/scope/columns-read-through-parent-row-sql.ts';
import { rowVisibilitySnapshotColumns } from '#server/read/scope/row-visibility-snapshot-sql.ts';

/** An entry of the operation log: what was done, by which call, and its input with secrets masked. */
export interface OperationLogLine {
  readonly title: Text;
  readonly url: string;
  readonly data: string;
  /** Set if the platform acts for a member. */
  readonly by?: 'member';
}

interface Logged {
  readonly resource: AnyResource;
  readonly caller: Caller;
  readonly action: string;
  readonly log?: OperationLogLine;
}

const isMembers = ({ log, caller }: Logged): boolean => (log?.by ?? caller.type) === 'member';

/** SQL of the key of the row by which members hold a row of `alias`: for a licence, the enterprise. */
function holderText(resource: AnyResource, find: FindResource, alias = 't'): string {
  if (owningResourceOf(resource, find) === resource) return `${alias}.id`;
  return parentValueSql(resource, find, alias, (parent, above) => holderText(parent, find, above));
}

/** Value of column `held`: the row for which a member wrote. Null for officers. */
export function holdingRowColumn(order: Logged, find: FindResource): Sql {
  if (!order.log || !isMembers(order) || !owningResourceOf(order.resource, find)) return sql.empty;
  return sql.raw(`, ${holderText(order.resource, find)} as held`);
}

/**
 * The log entry as a part of the statement that stores row `w`: for officers, and for members who write what they hold.
 */
export function operationLogLine(order: Logged, find: FindResource): Sql[] {
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

/** Adds an entry for an officer's act outside the write pipeline. */
export async function addOperationLogLine(
  db: Queryable,
  { id, name, ip, userAgent, areaCode }: Pick<Caller, 'id' | 'name' | 'ip' | 'userAgent' | 'areaCode'>,
  { title, url, data }: Omit<OperationLogLine, 'data'> & { readonly data: string | null },
): Promise<void> {
  await db.query(sql`insert into auth_admin_log (admin_id, username, title, title_en, url, data, ip, useragent, area_code)
    values (${id}, ${name}, ${title['zh-cn']}, ${title.en}, ${url}, ${data}, ${ip}, ${userAgent}, ${areaCode || null})`);
}

/**
 * Adds one entry for all rows that a member's job wrote, for each holding row not among `logged`. Returns these rows.
 * Officers' jobs are logged by the call that started them.
 */
export async function storeMemberLogLines(
  db: Queryable,
  { resource, caller, find }: { readonly resource: AnyResource; readonly caller: Caller; readonly find: FindResource },
  { title, url, data }: OperationLogLine,
  ids: readonly number[],
  notified: readonly number[],
): Promise<number[]> {
  const holder = caller.type === 'member' ? owningResourceOf(resource, find) : undefined;
  if (!holder || ids.length === 0) return [];
  const lines = await db.rows<{ id: number }>(sql`
    insert into auth_admin_log (admin_id, user_id, holder, holder_id, area_code, username, title, title_en, url, data, ip, useragent)
    select distinct on (w.held) 0, ${caller.id}::bigint, ${holder.name}, w.held, w.area, ${caller.name}, ${title['zh-cn']}, ${title.en}, ${url}, ${data}, ${caller.ip}, ${caller.userAgent}
    from (select ${sql.raw(holderText(resource, find))} as held, ${rowVisibilitySnapshotColumns(resource, find)} from ${sql.id(tableOf(resource))} t
      where t.id = any(${ids}::bigint[])) w
    where w.held <> all(${notified}::bigint[])
    returning holder_id as id`);
  return lines.map(({ id }) => id);
}
