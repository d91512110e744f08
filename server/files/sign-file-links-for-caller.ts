import type { AnyField } from '#kernel/declaration/field.ts';
import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { holdsFiles } from '#kernel/field/field.ts';
import { isPrivateFile } from '#kernel/kind/linked/file.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Caller, can } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { isResultOf } from '#server/files/name-find-and-remove-job-result-files.ts';
import { isStorageAddress } from '#server/files/storage/make-and-validate-storage-address.ts';
import { resourceGrantingChildRowAction } from '#server/read/field/child-list-permissions-and-columns.ts';
import { withFieldsVisibleToCaller } from '#server/read/scope/declaration-with-fields-visible-to-caller.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { heldByMember, rolesThatMayRead } from '#server/read/scope/rows-and-fields-readable-by-member-sql.ts';
import { signLink } from './sign-and-verify-file-links.ts';

/** A link that opens a file, and the name under which it was uploaded where that is known. */
export interface SignedFileLink {
  readonly link: string;
  readonly name?: string | undefined;
}

/** Maximum number of files per call: the pictures of a long page. */
export const maxSignedFileLinks = 200;

/**
 * Links to files by their address, for those the caller may open: public files under their own address, private files
 * for their uploader and for everybody who may see a row that refers to them, results of jobs for whoever started the
 * job. A caller who views the platform as a group has no files of their own. Other files are left out, whether they
 * exist or not.
 */
export async function signFileLinksForCaller(
  engine: Engine,
  caller: Caller,
  urls: readonly string[],
): Promise<Map<string, SignedFileLink>> {
  const requested = [...new Set(urls)];
  const hidden = requested.filter(isPrivateFile);
  const opened = hidden.length > 0 ? await findOpen(engine, caller, hidden) : new Map<string, string | undefined>();
  const links = new Map<string, SignedFileLink>();
  for (const url of requested) {
    if (opened.has(url) || (caller.viewing === undefined && isResultOf(caller, url)))
      links.set(url, { link: signLink(engine, caller, url), name: opened.get(url) });
    else if (!isPrivateFile(url) && !isResult(url) && isStorageAddress(url)) links.set(url, { link: url });
  }
  return links;
}

const isResult = (url: string) => url.startsWith('/storage/result/');

/** The private files among these that the caller may open, each with its original name, in one statement. */
async function findOpen(
  engine: Engine,
  caller: Caller,
  urls: readonly string[],
): Promise<Map<string, string | undefined>> {
  const own =
    caller.type === 'admin' && caller.viewing === undefined
      ? sql`a.admin_id = ${caller.id}`
      : caller.type === 'member'
        ? sql`a.user_id = ${caller.id}`
        : sql`false`;
  const rows = engine.resources.flatMap((resource) => referredBy(resource, caller, engine.find) ?? []);
  const seen =
    rows.length > 0
      ? sql` union select r.url from attachment_reference r where r.url = any(${urls}::text[]) and (${sql.join(rows, ' or ')})`
      : sql.empty;
  const found = await engine.db.rows<{ url: string; name: string | null }>(
    sql`select open.url, (select name from routine_attachment a where a.url = open.url) as name from (
        select each.url from routine_attachment a, unnest(array[a.url, a.original]) each(url)
        where (a.url = any(${urls}::text[]) or a.original = any(${urls}::text[])) and each.url = any(${urls}::text[]) and ${own}${seen}
      ) open`,
  );
  return new Map(found.map(({ url, name }) => [url, name ?? undefined]));
}

/**
 * Condition: the reference `r` is from a row that the caller may see. Undefined: the caller sees no such rows, or they
 * have no files.
 */
function referredBy(resource: AnyResource, caller: Caller, find: FindResource): Sql | undefined {
  const visible = withFieldsVisibleToCaller(resource, caller, find);
  const fields = openFields(visible);
  if (fields.size === 0) return undefined;
  const sees = (['index', 'edit'] as const).some((action) =>
    can(caller, `${resourceGrantingChildRowAction(resource, action, find).name}/${action}`),
  );
  if (caller.type === 'admin' && !sees) return undefined;
  const scope = scopeOf(resource, caller, find);
  const open = [...fields].flatMap(([name, one]) => (one.reads === undefined ? [name] : []));
  const byRole = [...fields].flatMap(([name, one]) =>
    one.reads === undefined
      ? []
      : [sql`r.field = ${name} and ${heldByMember(resource, rolesThatMayRead(resource, one, find), caller, find)}`],
  );
  const which = sql.join([sql`r.field = any(${open}::text[])`, ...byRole], ' or ');
  return sql`(r.resource = ${resource.name} and exists (
    select from ${sql.id(tableOf(resource))} t where t.id = r.row_id and (${which})${scope ? sql` and ${scope}` : sql.empty}))`;
}

/**
 * File fields, and file inputs of moves, that are visible to the caller. Personal data, which only a reveal shows,
 * opens no files.
 */
function openFields(visible: AnyResource): ReadonlyMap<string, AnyField> {
  const inputs = Object.values((visible.life?.moves ?? {}) as Record<string, Move>).map((move) => move.input ?? {});
  const entries = [...inputs, visible.fields].flatMap((fields) => Object.entries<AnyField>(fields));
  return new Map(entries.filter(([, one]) => holdsFiles(one) && !one.privacy));
}
