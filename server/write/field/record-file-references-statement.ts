import type { Fields } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { fieldsByProcessingNeededOnWrite } from './fields-grouped-by-processing-needed-on-write.ts';
import { filesAddedByWrite, filesNamedByValue } from './uploaded-files-usable-by-writer.ts';

type Values = Readonly<Record<string, unknown>>;

/** A file that a row refers to. */
export interface FileOfRow {
  readonly url: string;
  readonly field: string;
  /** The write adds it, and it was found. */
  readonly fresh: boolean;
}

/**
 * The files among the values of a row with their fields, including pictures of rich text. `inputs`: input of a move,
 * whose files may have no column. `requested`: URLs that were looked up; others, set by hooks or already in the row,
 * may be older than the table of files.
 */
export function filesOfRow(
  resource: AnyResource,
  inputs: Fields,
  before: Values | undefined,
  valuesOf: (name: string) => { readonly value: unknown; readonly submitted: unknown },
): FileOfRow[] {
  const naming = [
    ...fieldsByProcessingNeededOnWrite(resource.fields).files,
    ...fieldsByProcessingNeededOnWrite(inputs).files.filter(({ name }) => !Object.hasOwn(resource.fields, name)),
  ];
  const held: FileOfRow[] = [];
  for (const { name, one } of naming) {
    const { value, submitted } = valuesOf(name);
    const urls = filesNamedByValue(one, value);
    if (urls.length === 0) continue;
    const fresh = new Set(filesAddedByWrite(one, submitted, before?.[name]));
    for (const url of urls) held.push({ url, field: name, fresh: fresh.has(url) });
  }
  return held;
}

/**
 * The statement that records which files a row refers to, executed with the write: callers who may see the row may open
 * them (files/sign-file-links-for-caller.ts), and they are not removed. A file removed since it was looked up violates the foreign key,
 * and the write fails. Without `id` the row is the stored one, or the new child row with this `place` among those whose
 * `keys` the statement draws.
 */
export function fileReferencesStatement(
  resource: AnyResource,
  held: readonly (FileOfRow & { readonly id?: number; readonly place?: number })[],
  keys?: Sql,
): ((row: Sql) => Sql) | undefined {
  if (held.length === 0) return undefined;
  return (row) => sql`insert into attachment_reference (url, resource, row_id, field)
    select each.url, ${resource.name}, ${keys ? sql`${keys}.ids[each.place]` : sql`coalesce(each.id, ${row}.id)`}, each.field
      from ${row}${keys ? sql`, ${keys}` : sql.empty},
        json_to_recordset(${JSON.stringify(held)}::json) each(url text, id bigint, place integer, field text, fresh boolean)
    where each.fresh or exists (select from routine_attachment a where a.url = each.url)
    on conflict do nothing`;
}
