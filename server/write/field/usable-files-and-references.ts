import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { acceptedTypes, holdsFiles, kindOf } from '#kernel/field/field.ts';
import { isPrivateFile } from '#kernel/kind/linked/file.ts';
import { isFileTypeAllowed } from '#kernel/settings/allowed-file-types.ts';
import { encodeMessage } from '#kernel/text/validation-messages.ts';
import { areaPrefixesOfCaller, type Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { suffixOf } from '#server/files/storage/file-name.ts';
import { fieldsByWriteStep } from './fields-grouped-by-write-step.ts';

/** Owner of the uploads that a write may refer to. */
export interface FileOwner {
  readonly type: 'admin' | 'member';
  readonly id: number;
}

/** A stored file that the caller may at least show. */
export interface UsableFile {
  url: string;
  mimetype: string;
  private: boolean;
  /** It may be put into a field of files: {@link mayUseFile}, or it was shipped with the platform. */
  usable: boolean;
}

const listUrls = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : [];

/** Pictures in sanitised rich text. */
const picturesIn = (html: unknown): string[] =>
  typeof html === 'string'
    ? [...new Set([...html.matchAll(/<img src="(\/storage\/[\w./-]{1,255})"/g)].map(([, url]) => url as string))]
    : [];

/** The files named by a value. */
const filesIn = (one: AnyField, value: unknown): string[] =>
  holdsFiles(one) ? listUrls(value) : kindOf(one).html ? picturesIn(value) : [];

/** URLs that the write adds. Those already in the row are accepted, whoever sent them. */
export function filesAddedByWrite(one: AnyField, value: unknown, before: unknown): string[] {
  const held = new Set(filesIn(one, before));
  return [...new Set(filesIn(one, value))].filter((url) => !held.has(url));
}

/**
 * The account whose uploads count as the caller's own. Undefined: the caller is the platform, which acts for somebody
 * else.
 */
export const fileOwnerOf = ({ type, id }: Caller): FileOwner | undefined =>
  type === 'admin' || type === 'member' ? { type, id } : undefined;

/**
 * SQL condition on alias `a`: files the caller may use. These are the caller's own uploads, and for officers also
 * public files of colleagues in their area. Members use only their own.
 */
export function mayUseFile(caller: Caller, owner: FileOwner | undefined): Sql {
  if (!owner) return sql`false`;
  if (owner.type === 'member') return sql`a.user_id = ${owner.id}`;
  return sql`(a.admin_id = ${owner.id} or (not a.private and a.user_id is null
    and (a.area_code is null or exists (
    select from unnest(${areaPrefixesOfCaller(caller)}::text[]) digits where starts_with(a.area_code, digits)))))`;
}

/** SQL value of those files that the caller may refer to. A public file can be shown by anybody. */
export function usableFiles(urls: readonly string[], caller: Caller, owner: FileOwner | undefined): Sql {
  const usable = sql`(${mayUseFile(caller, owner)} or (a.admin_id is null and a.user_id is null))`;
  return sql`(select coalesce(json_agg(json_build_object('url', a.url, 'mimetype', a.mimetype, 'private', a.private, 'usable', ${usable})), '[]')
    from routine_attachment a where a.url = any(${urls}::text[]) and (not a.private or ${usable}))`;
}

/**
 * Why a field refuses files. Undefined: it accepts them. The message is the same for files of others and files that do
 * not exist.
 */
export function refuseFiles(one: AnyField, urls: readonly string[], found: readonly UsableFile[]): string | undefined {
  const byUrl = new Map(found.map((file) => [file.url, file]));
  const types = acceptedTypes(one);
  for (const url of urls) {
    const file = byUrl.get(url);
    if (!file) return encodeMessage('invalid_file');
    if (!holdsFiles(one)) continue;
    if (!file.usable) return encodeMessage('invalid_file');
    if (!isFileTypeAllowed(suffixOf(url), file.mimetype, types))
      return encodeMessage('file_type', { types: types.toUpperCase() });
    if (one.options.private === true && !(file.private && isPrivateFile(url))) return encodeMessage('public_file');
  }
  return undefined;
}

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
    ...fieldsByWriteStep(resource.fields).files,
    ...fieldsByWriteStep(inputs).files.filter(({ name }) => !Object.hasOwn(resource.fields, name)),
  ];
  const held: FileOfRow[] = [];
  for (const { name, one } of naming) {
    const { value, submitted } = valuesOf(name);
    const urls = filesIn(one, value);
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
