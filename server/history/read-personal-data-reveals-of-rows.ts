import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Locale } from '#kernel/text/text.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** A row whose personal data somebody was shown. */
export interface RowWithRevealedPersonalData {
  readonly resource: AnyResource;
  readonly id: number;
}

/** A look at personal data in plain, as shown to the person it belongs to: role and office, not the name. */
export interface PersonalDataReveal {
  readonly id: number;
  /** Unix seconds. */
  readonly at: number;
  /** Label of the resource, in the given language. */
  readonly subject: string;
  /** The groups of the officer today; empty if the account is gone. */
  readonly role: string;
  readonly office: string;
  /** Labels of the fields, in the given language. */
  readonly fields: readonly string[];
  readonly reason: string;
}

interface RevealPage {
  readonly locale: Locale;
  /** From 1. */
  readonly page?: number;
  readonly limit: number;
}

/** SQL of whether anybody was shown personal data of a row. */
export const hasPersonalDataReveals = (resource: AnyResource, id: Sql): Sql =>
  sql`exists (select from reveal_log l where l.resource = ${resource.name} and l.row_id = ${id})`;

/** A page of the looks at personal data of some rows, newest first, and how many there are. */
export async function readPersonalDataRevealsOfRows(
  db: Queryable,
  rows: readonly RowWithRevealedPersonalData[],
  { locale, page = 1, limit }: RevealPage,
): Promise<{ readonly list: readonly PersonalDataReveal[]; readonly total: number }> {
  const resources = new Map(rows.map(({ resource }) => [resource.name, resource]));
  const name = locale === 'en' ? sql`coalesce(nullif(g.name_en, ''), g.name)` : sql`g.name`;
  const looks = sql`reveal_log l join unnest(${rows.map(({ resource }) => resource.name)}::text[], ${rows.map(({ id }) => id)}::bigint[]) r (resource, row_id)
    on l.resource = r.resource and l.row_id = r.row_id`;
  const statement = sql`
    select (select count(*)::int from ${looks}) as total, (select json_agg(look) from (
      select l.id, floor(extract(epoch from l.createtime))::float8 as at, l.resource, coalesce(d.name, '') as office, l.fields, l.reason,
        coalesce((select string_agg(${name}, ', ' order by g.id) from auth_group g where g.id = any(a.group_arr)), '') as role
      from ${looks} left join auth_admin a on a.id = l.admin_id left join auth_department d on d.id = a.department_id
      order by l.id desc limit ${limit} offset ${(page - 1) * limit}) look) as list`;
  const found = await db.row<{ total: number; list: StoredLook[] | null }>(namePreparedStatement(statement));
  const list = (found?.list ?? []).map(({ resource, fields, ...look }) => {
    const declared = resources.get(resource);
    return {
      ...look,
      subject: declared?.label[locale] ?? '',
      fields: fields.map((one) => declared?.fields[one]?.label[locale] ?? one),
    };
  });
  return { list, total: found?.total ?? 0 };
}

interface StoredLook extends Omit<PersonalDataReveal, 'subject' | 'fields'> {
  readonly resource: string;
  readonly fields: readonly string[];
}
