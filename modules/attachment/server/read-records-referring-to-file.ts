import type { AnyField } from '#kernel/declaration/field.ts';
import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { holdsFiles, holdsSeveralValues, kindOf } from '#kernel/field/field.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Text } from '#kernel/text/text.ts';
import { can } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Call } from '#server/http/controller.ts';
import { resourceGrantingChildRowAction } from '#server/read/field/child-list-permissions-and-columns.ts';
import { headingSql } from '#server/read/field/row-heading-and-subtitle-sql.ts';
import { withFieldsVisibleToCaller } from '#server/read/scope/declaration-with-fields-visible-to-caller.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound } from '#server/refusal.ts';
import { attachment } from '../contract/attachment.ts';

/** Rows listed; the rest are only counted. */
const most = 100;

interface Holder {
  [column: string]: unknown;
  resource: string;
  id: number;
  title: string | null;
  field: string;
  /** True if the record refers to the file now; false if only its timeline does. */
  current: boolean;
}

/**
 * `GET usage?id=`: the records visible to the caller that refer, or once referred, to a file, and the number of further
 * ones.
 */
export async function readRecordsReferringToFile({ engine, caller }: Call, id: number) {
  const { db, find } = engine;
  const scope = scopeOf(attachment, caller, find);
  const file = await db.row<{ url: string; total: number; resources: string[] | null }>(sql`
    select t.url, r.total::int, r.resources from routine_attachment t,
      lateral (select count(*) as total, array_agg(distinct resource) as resources from attachment_reference where url = t.url) r
    where t.id = ${id}${scope ? sql` and ${scope}` : sql.empty}`);
  if (!file) throw notFound();
  const parts = (file.resources ?? []).flatMap((name) => {
    const resource = find(name);
    if (!resource || !can(caller, `${resourceGrantingChildRowAction(resource, 'index', find).name}/index`)) return [];
    return [
      rowsThatHold(
        find,
        resource,
        fieldsOf(withFieldsVisibleToCaller(resource, caller, find)),
        file.url,
        scopeOf(resource, caller, find),
      ),
    ];
  });
  const list =
    parts.length > 0
      ? await db.rows<Holder>(
          sql`select resource, id, title, field, current from (${sql.join(parts, ' union all ')}) held order by current desc, resource, id limit ${most}`,
        )
      : [];
  return {
    list: list.map((one) => ({
      ...one,
      field_label: labelOf(find(one.resource), one.field)?.[caller.locale] ?? one.field,
    })),
    total: file.total,
  };
}

/** File fields of a resource and of its moves' inputs that the caller may see. */
const fieldsOf = (resource: AnyResource): readonly [string, AnyField][] =>
  Object.entries({ ...inputsOf(resource), ...resource.fields }).filter(
    ([, one]) => (holdsFiles(one) || kindOf(one).html) && !one.privacy,
  );

const inputsOf = (resource: AnyResource): Readonly<Record<string, AnyField>> =>
  Object.assign({}, ...Object.values((resource.life?.moves ?? {}) as Record<string, Move>).map((one) => one.input));

const labelOf = (resource: AnyResource | undefined, name: string): Text | undefined =>
  resource && (resource.fields[name] ?? inputsOf(resource)[name])?.label;

function rowsThatHold(
  find: FindResource,
  resource: AnyResource,
  fields: readonly [string, AnyField][],
  url: string,
  scope: Sql | undefined,
): Sql {
  const names = fields.map(([name]) => name);
  const holds = fields
    .filter(([name]) => resource.fields[name])
    .map(([name, one]) => {
      const column = sql`r.${sql.id(name)}`;
      if (!holdsFiles(one)) return sql`h.field = ${name} and position(${url} in ${column}) > 0`;
      return holdsSeveralValues(one)
        ? sql`h.field = ${name} and ${url} = any(${column})`
        : sql`h.field = ${name} and ${column} = ${url}`;
    });
  const current =
    holds.length > 0
      ? sql`coalesce(${sql.join(
          holds.map((one) => sql`(${one})`),
          ' or ',
        )}, false)`
      : sql`false`;
  const table = sql.id(tableOf(resource));
  return sql`select h.resource, r.id, ${sql.raw(headingSql(resource, find, undefined, 'r'))}::text as title, h.field, ${current} as current
    from attachment_reference h join ${table} r on r.id = h.row_id
    where h.url = ${url} and h.resource = ${resource.name} and h.field = any(${names}::text[])
      ${scope ? sql`and r.id in (select t.id from ${table} t where ${scope})` : sql.empty}`;
}
