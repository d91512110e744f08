import { type AnyField, acceptedTypes, type Fields, holdsFiles, kindOf } from '#kernel/field.ts';
import { isPrivateFile } from '#kernel/kind/file.ts';
import { issue } from '#kernel/message.ts';
import type { AnyResource } from '#kernel/resource.ts';
import { type Caller, callerPrefix } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { suffixOf } from '#server/files/file-name.ts';
import { isTypeAllowed } from '#server/files/upload-rules.ts';

/** Whose uploads a write may refer to. */
export interface FileOwner {
  readonly type: 'admin' | 'member';
  readonly id: number;
}

/** What the database knows of a file that a write refers to and may use. */
export interface UsableFile {
  url: string;
  mimetype: string;
  private: boolean;
}

const listUrls = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : [];

/** Addresses that a write brings anew; what the row holds already is its own, whoever sent it. */
export function newFiles(value: unknown, before: unknown): string[] {
  const held = new Set(listUrls(before));
  return [...new Set(listUrls(value))].filter((url) => !held.has(url));
}

/** The member or officer whose uploads count as the caller's own; the platform has none but acts for somebody. */
export const fileOwnerOf = ({ type, id }: Caller): FileOwner | undefined =>
  type === 'admin' || type === 'member' ? { type, id } : undefined;

/**
 * The files an account may use, as a condition on alias `a`: sent by it, or for officers any public file of their
 * colleagues' within their area. A member uses nobody else's.
 */
export function mayUse(caller: Caller, owner: FileOwner | undefined): Sql {
  if (!owner) return sql`false`;
  if (owner.type === 'member') return sql`a.user_id = ${owner.id}`;
  return sql`(a.admin_id = ${owner.id} or (not a.private and a.user_id is null
    and (a.area_code is null or starts_with(a.area_code, ${callerPrefix(caller)}))))`;
}

/** The files among these that may be used, as one value of a statement; besides {@link mayUse} what came with the platform. */
export function usableFiles(urls: readonly string[], caller: Caller, owner: FileOwner | undefined): Sql {
  return sql`(select coalesce(json_agg(json_build_object('url', a.url, 'mimetype', a.mimetype, 'private', a.private)), '[]')
    from routine_attachment a where a.url = any(${urls}::text[]) and (${mayUse(caller, owner)} or (a.admin_id is null and a.user_id is null)))`;
}

/** Why a field does not take files, or undefined. Foreign ones and those that do not exist get the same words. */
export function refuseFiles(one: AnyField, urls: readonly string[], usable: readonly UsableFile[]): string | undefined {
  const known = new Map(usable.map((file) => [file.url, file]));
  const types = acceptedTypes(one);
  for (const url of urls) {
    const file = known.get(url);
    if (!file) return issue('invalid_file');
    if (!isTypeAllowed(suffixOf(url), file.mimetype, types)) return issue('file_type', { types: types.toUpperCase() });
    if (one.options.private === true && !(file.private && isPrivateFile(url))) return issue('public_file');
  }
  return undefined;
}

/** The files among values, each with its field; pictures of rich text too. `inputs` are those of a move, whose files may be no columns. */
export const heldFiles = (
  resource: AnyResource,
  inputs: Fields,
  values: Readonly<Record<string, unknown>>,
): { url: string; name: string }[] =>
  Object.entries(values).flatMap(([name, value]) => {
    const one = resource.fields[name] ?? inputs[name];
    if (!one) return [];
    const urls = holdsFiles(one) ? listUrls(value) : kindOf(one).cell === 'rich' ? picturesIn(value) : [];
    return urls.map((url) => ({ url, name }));
  });

/** What rich text shows, as the sanitiser leaves it. */
const picturesIn = (html: unknown): string[] =>
  typeof html === 'string'
    ? [...new Set([...html.matchAll(/<img src="(\/storage\/[\w./-]{1,255})"/g)].map(([, url]) => url as string))]
    : [];

/**
 * The statement that notes which files a row refers to, to be stored with it: whoever may see the row opens them
 * (files/may-open.ts), and none of them is removed. One of those `asked` for that was removed since it was looked for
 * breaks the reference, and with it the write; what the row held `before` may be of a time before files were known.
 */
export function noteReferences(
  resource: AnyResource,
  inputs: Fields,
  values: Readonly<Record<string, unknown>>,
  asked: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> | undefined,
): ((row: Sql) => Sql) | undefined {
  const held = heldFiles(resource, inputs, values);
  if (held.length === 0) return undefined;
  const isNew = ({ url, name }: { url: string; name: string }) => {
    const one = resource.fields[name] ?? inputs[name];
    return one !== undefined && holdsFiles(one) && newFiles(asked[name], before?.[name]).includes(url);
  };
  const fresh = held.map(isNew);
  const urls = held.map(({ url }) => url);
  const names = held.map(({ name }) => name);
  return (row) => sql`insert into attachment_reference (url, resource, row_id, field)
    select each.url, ${resource.name}, ${row}.id, each.field
      from ${row}, unnest(${urls}::text[], ${names}::text[], ${fresh}::boolean[]) each(url, field, fresh)
    where each.fresh or exists (select from routine_attachment a where a.url = each.url)
    on conflict do nothing`;
}
