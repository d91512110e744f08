import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { hasColumn, kindOf } from '#kernel/field/field.ts';
import type { Caller } from '#server/caller.ts';
import { quoteLiteral } from '#server/db/quote-literal.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { scopeFromVisibilitySnapshot } from '#server/read/scope/row-visibility-snapshot-sql.ts';

const hidden = '******';

/** The part of a write that a rule on sensitive fields covers. */
export interface ChangeLoggedFieldsOfWrite {
  readonly rule: number;
  /** Labels that the rule gives to some fields. */
  readonly titles: Readonly<Record<string, string>>;
  /** The sensitive columns of alias `t`, as stored (`kept`) and masked (`seen`). */
  readonly columns: Sql;
}

/** The sensitive columns among these; undefined, without a query, if no rule covers any. */
export function changeLoggedFieldsOfWrite(
  { recycleAndChangeLogRules }: Pick<Engine, 'recycleAndChangeLogRules'>,
  resource: AnyResource,
  names: readonly string[],
): ChangeLoggedFieldsOfWrite | undefined {
  const rule = recycleAndChangeLogRules.changeLoggedFields(resource.name);
  if (!rule) return undefined;
  const pairs = names.flatMap((name) => {
    const one = rule.fields.has(name) ? resource.fields[name] : undefined;
    return one && hasColumn(one) ? [`${quoteLiteral(name)}, ${watchedColumn(`t."${name}"`, one)}`] : [];
  });
  if (pairs.length === 0) return undefined;
  return { rule: rule.rule, titles: rule.titles, columns: sql.raw(`jsonb_build_object(${pairs.join(', ')})`) };
}

/** Passwords are recorded only as changed: hashes are not copied. */
function watchedColumn(column: string, one: AnyField): string {
  const kind = kindOf(one);
  const compared = kind.secret ? `md5(${column})` : column;
  const closed = one.privacy === 'hidden' || one.reads !== undefined || (one.privacy === 'masked' && !kind.mask);
  const seen = closed
    ? `case when ${column} is not null then '${hidden}' end`
    : one.privacy === 'masked' && kind.mask
      ? kind.mask(column)
      : kind.wire
        ? kind.wire(column)
        : column;
  return `jsonb_build_object('kept', to_jsonb(${compared}), 'seen', to_jsonb(${seen}) #>> '{}')`;
}

/** The account of an officer as a reference; null for others and for deleted accounts. */
export const officerIdSql = ({ type, id }: Caller): Sql =>
  type === 'admin' ? sql`(select a.id from auth_admin a where a.id = ${id})` : sql`null::bigint`;

/**
 * The statement that records changes of sensitive columns, one line for each that differs between `w`, the present rows
 * with the columns `watched` of {@link changeLoggedFieldsOfWrite}, and `was`, the previous ones.
 */
export function logFieldChanges(
  { rule, titles }: ChangeLoggedFieldsOfWrite,
  {
    resource,
    caller,
    find,
    title,
    was,
  }: { resource: AnyResource; caller: Caller; find: FindResource; title: Sql; was: Sql },
): Sql {
  return sql`insert into security_sensitive_data_log (sensitive_id, admin_id, resource, row_id, title, data_field, data_comment, before, after, stored, actor_type, actor_id, actor_name, ip, useragent, area_code, areas, scope, department_id, owner_id)
    select ${rule}, ${officerIdSql(caller)}, ${resource.name}, w.id, coalesce(${title}, w.id::text), f.name, ${JSON.stringify(titles)}::jsonb ->> f.name, was.watched -> f.name ->> 'seen', w.watched -> f.name ->> 'seen',
      jsonb_build_object('before', was.watched -> f.name -> 'kept', 'after', w.watched -> f.name -> 'kept'), ${caller.type}, ${caller.id || null}, ${caller.name}, ${caller.ip}, ${caller.userAgent},
      w.area, w.areas, ${scopeFromVisibilitySnapshot(resource, find)}, w.department, w.admin
    from w join ${was} was on was.id = w.id, jsonb_object_keys(w.watched) f (name) where was.watched -> f.name -> 'kept' is distinct from w.watched -> f.name -> 'kept'`;
}
