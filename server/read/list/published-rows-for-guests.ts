import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { toListConditions } from '#kernel/field/convert-row-conditions-to-list-filter.ts';
import { isOrderable } from '#kernel/field/field.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { publishedResource } from '#kernel/resource/resource-with-public-fields-only.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Locale } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { guestCaller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { badParameter } from '#server/refusal.ts';
import { compileDeclaredConditions, printableName } from '../condition/compile-column-conditions-to-sql.ts';
import { compileListConditions } from '../condition/compile-list-conditions-to-sql.ts';
import { orderBy } from '../condition/order-by-sql.ts';
import type { ParsedListQuery } from '../condition/parsed-list-query.ts';
import { readListQuery } from '../condition/read-list-query.ts';
import { presentedColumnsSql } from '../row/row-columns-presented-to-caller-sql.ts';
import type { ServicesToReadRows } from '../services-needed-to-read-rows.ts';
import { maxExactTotal } from './exact-or-estimated-list-total.ts';

/** Rows on a page. */
export const maxPublishedPage = 100;

/** The condition that a row of alias `t` is published. */
export function wherePublished(resource: AnyResource): Sql {
  const today = shanghaiToday();
  const archived = resource.archived === undefined ? [] : [sql`not t.${sql.id(resource.archived)}`];
  const conditions = toListConditions(resource.published?.when ?? [], today);
  return sql.join([...compileDeclaredConditions(resource, conditions), ...archived], ' and ');
}

/** The query of an open call: page, order and conditions on published fields that are not masked. */
export function parsePublishedQuery(resource: AnyResource, params: Readonly<Record<string, unknown>>): ParsedListQuery {
  const open = publishedResource(resource);
  const [field = 'id'] = resource.order ?? [];
  const order = Object.hasOwn(open.fields, field) ? resource.order : undefined;
  const {
    page,
    limit,
    order: sorted,
    conditions,
  } = readListQuery(
    { ...open, order: order ?? ['id', 'desc'] },
    { page: params.page, limit: params.limit, order: params.order, search: params.search },
  );
  const isOpen = (name: string) => {
    const one = Object.hasOwn(open.fields, name) ? (open.fields[name] as AnyField) : undefined;
    return one !== undefined && one.privacy === undefined && one.filter !== false;
  };
  for (const { field: name } of conditions)
    if (!isOpen(name))
      throw badParameter(`不能按 ${printableName(name)} 筛选`, `Cannot filter by ${printableName(name)}`);
  const ordered = sorted.field === 'id' || (isOpen(sorted.field) && isOrderable(open.fields[sorted.field] as AnyField));
  if (!ordered)
    throw badParameter(`不能按 ${printableName(sorted.field)} 排序`, `Cannot order by ${printableName(sorted.field)}`);
  return { page, limit: Math.min(limit, maxPublishedPage), order: sorted, conditions, quickSearch: '' };
}

export interface PublishedPage {
  /** JSON of the rows: published fields in wire form, personal data masked. */
  readonly list: string;
  readonly total: number;
  readonly estimated: boolean;
}

/** A page of what is published of a resource, in the order of the query. */
export async function readPublishedPageForGuest(
  context: ServicesToReadRows,
  resource: AnyResource,
  { page, limit, order, conditions }: ParsedListQuery,
  locale: Locale,
): Promise<PublishedPage> {
  const open = publishedResource(resource);
  const reader = guestCaller({ locale });
  const where = sql.join(
    [wherePublished(resource), ...compileListConditions(open, { conditions, quickSearch: '' }, context, reader)],
    ' and ',
  );
  const table = sql.id(tableOf(resource));
  const requested = new Set(Object.keys(open.fields));
  const columns = presentedColumnsSql(open, reader, 'sheet', context.find, { requested });
  const row = await context.db.row<{ list: string; n: number }>(sql`
    select coalesce((select json_agg(p) from (select ${columns} from ${table} t where ${where}
        order by ${orderBy(open, order, reader)} limit ${limit} offset ${(page - 1) * limit}) p), '[]')::text as list,
      (select count(*)::int from (select from ${table} t where ${where} limit ${maxExactTotal + 1}) c) as n`);
  const n = row?.n ?? 0;
  return { list: row?.list ?? '[]', total: n, estimated: n > maxExactTotal };
}

/** Labels of the published fields. */
export const publishedColumns = (resource: AnyResource, locale: Locale): { name: string; label: string }[] =>
  Object.keys(publishedResource(resource).fields).map((name) => ({
    name,
    label: (allColumnsOf(resource)[name] as AnyField).label[locale],
  }));
