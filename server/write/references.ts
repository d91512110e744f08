import { type AnyField, type Fields, holdsFiles } from '#kernel/field.ts';
import { areaLevel, countryCode } from '#kernel/kind/area.ts';
import { readIssue } from '#kernel/message.ts';
import { tableOf } from '#kernel/resource.ts';
import { type Caller, coversArea } from '#server/caller.ts';
import type { Queryable } from '#server/db/connect.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine.ts';
import { scopeOf } from '#server/read/scope.ts';
import { type FileOwner, fileOwnerOf, newFiles, refuseFiles, type UsableFile, usableFiles } from './file-references.ts';
import type { FieldErrors } from './validate.ts';

/**
 * Rows referred to must exist inside the caller's scope, areas inside the jurisdiction, files among those the caller may
 * use, wherever they are written.
 * What does not exist and what is out of sight get the same words. One statement for all that changed.
 */
export async function checkReferences(
  engine: Engine,
  db: Queryable,
  caller: Caller,
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> | undefined,
  errors: FieldErrors,
  files: SetFiles = {},
): Promise<void> {
  const checks: { name: string; found: Sql; files?: { one: AnyField; urls: string[] } }[] = [];
  const checkFiles = (name: string, one: AnyField, value: unknown, owner: FileOwner | undefined) => {
    const urls = newFiles(value, before?.[name]);
    if (urls.length > 0) checks.push({ name, found: usableFiles(urls, caller, owner), files: { one, urls } });
  };
  for (const [name, value] of Object.entries(values)) {
    const one = fields[name];
    if (!one || value === null || (before && sameValue(before[name], value))) continue;
    if (one.kind === 'area') {
      if (one.unique !== true && !acceptsArea(engine, caller, one, name, String(value)))
        errors[name] = [readIssue('invalid_area', caller.locale)];
    } else if (
      one.kind === 'reference' ||
      one.kind === 'parent' ||
      one.kind === 'references' ||
      one.kind === 'branches'
    ) {
      const target = engine.find(String(one.options.to));
      if (!target) continue;
      const keys = ((Array.isArray(value) ? value : [value]) as number[]).filter((key) => key !== 0); // 0 is the top of a tree
      if (keys.length === 0) continue;
      if (one.kind === 'parent' && before && keys.includes(Number(before.id))) {
        errors[name] = [readIssue('invalid_option', caller.locale)];
        continue;
      }
      const scope = scopeOf(target, caller, engine.find);
      checks.push({
        name,
        found: sql`(select count(*) from ${sql.id(tableOf(target))} t where t.id = any(${keys}::bigint[])${scope ? sql` and ${scope}` : sql.empty}) = ${keys.length}`,
      });
    } else if (holdsFiles(one) && !Object.hasOwn(files.set ?? {}, name))
      checkFiles(name, one, value, fileOwnerOf(caller));
  }
  for (const [name, value] of Object.entries(files.set ?? {})) {
    const one = files.fields?.[name];
    if (one && holdsFiles(one)) checkFiles(name, one, value, files.owner ?? fileOwnerOf(caller));
  }
  if (checks.length === 0) return;
  const row = await db.row<Record<string, unknown>>(
    sql`select ${sql.join(checks.map((check) => sql`${check.found} as ${sql.id(check.name)}`))}`,
  );
  for (const { name, files: named } of checks) {
    const found = row?.[name];
    const refused = named
      ? refuseFiles(named.one, named.urls, (found ?? []) as UsableFile[])
      : found
        ? undefined
        : 'invalid_option';
    if (refused) errors[name] = [readIssue(refused, caller.locale)];
  }
}

/** Files in columns that the platform sets itself: they may come from a form all the same. */
interface SetFiles {
  readonly set?: Readonly<Record<string, unknown>> | undefined;
  readonly fields?: Fields;
  /** For whom the platform acts. */
  readonly owner?: FileOwner | undefined;
}

const sameValue = (before: unknown, after: unknown) =>
  before === after || JSON.stringify(before) === JSON.stringify(after);

/** The division exists, is small enough, and a jurisdiction lies inside the officer's own. */
function acceptsArea(engine: Engine, caller: Caller, one: AnyField, name: string, code: string): boolean {
  const level = Number(one.options.level ?? 1);
  if (code === countryCode) return level === 1 && (caller.type !== 'admin' || coversArea(caller, code));
  if (!engine.reference.areas().has(code)) return false;
  if (areaLevel(code) < level && !(level === 3 && engine.reference.children(code).length === 0)) return false;
  return caller.type !== 'admin' || name !== 'area_code' || coversArea(caller, code);
}
