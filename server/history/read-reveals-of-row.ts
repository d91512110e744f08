import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Locale } from '#kernel/text/text.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';

/** A look at personal data of a row in plain, as the person it belongs to is told: role and office, not the name. */
export interface RevealOfRow {
  /** Unix seconds. */
  readonly at: number;
  /** The groups of the officer today; empty if the account is gone. */
  readonly role: string;
  readonly office: string;
  /** Labels of the fields, in the given language. */
  readonly fields: readonly string[];
  readonly reason: string;
}

/** The newest looks at personal data of a row, at most `most`. */
export async function readRevealsOfRow(
  db: Queryable,
  resource: AnyResource,
  { id, locale, most }: { readonly id: number; readonly locale: Locale; readonly most: number },
): Promise<readonly RevealOfRow[]> {
  const name = locale === 'en' ? sql`coalesce(nullif(g.name_en, ''), g.name)` : sql`g.name`;
  const rows = await db.rows<{ at: number; role: string; office: string; fields: string[]; reason: string }>(sql`
    select floor(extract(epoch from l.createtime))::float8 as at, coalesce(d.name, '') as office, l.fields, l.reason,
      coalesce((select string_agg(${name}, ', ' order by g.id) from auth_group g where g.id = any(a.group_arr)), '') as role
    from reveal_log l left join auth_admin a on a.id = l.admin_id left join auth_department d on d.id = a.department_id
    where l.resource = ${resource.name} and l.row_id = ${id} order by l.id desc limit ${most}`);
  return rows.map((row) => ({
    ...row,
    fields: row.fields.map((one) => resource.fields[one]?.label[locale] ?? one),
  }));
}
