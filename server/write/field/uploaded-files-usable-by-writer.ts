import type { AnyField } from '#kernel/declaration/field.ts';
import { acceptedTypes, holdsFiles, kindOf } from '#kernel/field/field.ts';
import { isPrivateFile } from '#kernel/kind/linked/file.ts';
import { isFileTypeAllowed } from '#kernel/settings/allowed-file-types.ts';
import { encodeMessage } from '#kernel/text/validation-messages.ts';
import { areaPrefixesOfCaller, type Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { suffixOf } from '#server/files/storage/clean-file-name.ts';

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
  /** It may be put into a field of files: {@link whereFileUsable}, or it was shipped with the platform. */
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
export const filesNamedByValue = (one: AnyField, value: unknown): string[] =>
  holdsFiles(one) ? listUrls(value) : kindOf(one).html ? picturesIn(value) : [];

/** URLs that the write adds. Those already in the row are accepted, whoever sent them. */
export function filesAddedByWrite(one: AnyField, value: unknown, before: unknown): string[] {
  const held = new Set(filesNamedByValue(one, before));
  return [...new Set(filesNamedByValue(one, value))].filter((url) => !held.has(url));
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
export function whereFileUsable(caller: Caller, owner: FileOwner | undefined): Sql {
  if (!owner) return sql`false`;
  if (owner.type === 'member') return sql`a.user_id = ${owner.id}`;
  return sql`(a.admin_id = ${owner.id} or (not a.private and a.user_id is null
    and (a.area_code is null or exists (
    select from unnest(${areaPrefixesOfCaller(caller)}::text[]) digits where starts_with(a.area_code, digits)))))`;
}

/** SQL value of those files that the caller may refer to. A public file can be shown by anybody. */
export function usableFilesSql(urls: readonly string[], caller: Caller, owner: FileOwner | undefined): Sql {
  const usable = sql`(${whereFileUsable(caller, owner)} or (a.admin_id is null and a.user_id is null))`;
  return sql`(select coalesce(json_agg(json_build_object('url', a.url, 'mimetype', a.mimetype, 'private', a.private, 'usable', ${usable})), '[]')
    from routine_attachment a where a.url = any(${urls}::text[]) and (not a.private or ${usable}))`;
}

/**
 * Why a field refuses files. Undefined: it accepts them. The message is the same for files of others and files that do
 * not exist.
 */
export function whyFilesRefused(
  one: AnyField,
  urls: readonly string[],
  found: readonly UsableFile[],
): string | undefined {
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
