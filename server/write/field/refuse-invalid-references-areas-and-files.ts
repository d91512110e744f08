import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { isPolymorphicReference, kindOf, refersToFiles, targetOf } from '#kernel/field/field.ts';
import { areaLevel, countryCode } from '#kernel/kind/linked/area.ts';
import { parseRowReference } from '#kernel/kind/linked/one-of-reference.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { decodeMessage, encodeMessage } from '#kernel/text/validation-messages.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { inForceDateFieldOfCitation, isCitationField } from '#kernel/version/fields-citing-published-version-of-row.ts';
import { type Caller, coversArea } from '#server/caller.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { getOrCreate } from '#server/get-or-create-and-cache-per-resource-declaration.ts';
import { whereReferenceMayPointTo } from '#server/read/condition/allowed-reference-targets-sql.ts';
import type { AreaEntry } from '#server/system/division-calendar-and-deadline-rule-cache.ts';
import { hasEnded, successorOf } from '#server/system/division-validity-and-successors.ts';
import { fieldsByProcessingNeededOnWrite } from './fields-grouped-by-processing-needed-on-write.ts';
import { type Citation, type CitedRow, findCitedRow, whyNotCitable } from './find-cited-version-and-why-not-citable.ts';
import {
  type FileOwner,
  fileOwnerOf,
  filesAddedByWrite,
  type UsableFile,
  usableFilesSql,
  whyFilesRefused,
} from './uploaded-files-usable-by-writer.ts';
import type { FieldErrors } from './validate-input-by-field-declarations.ts';

/** The write with which a row refers: an action or a move. */
export interface ReferringWrite {
  readonly resource: AnyResource;
  readonly operation: string;
}

/** A row to be written, with the function that notes its errors. */
export interface ReferringRow {
  readonly by: ReferringWrite;
  readonly fields: Fields;
  readonly values: Readonly<Record<string, unknown>>;
  readonly before?: Readonly<Record<string, unknown>> | undefined;
  readonly errors: FieldErrors;
  readonly files?: FilesSetByPlatform;
}

/**
 * Checks the references, areas and files of rows. A referenced row must be within the reach of the reference, an area
 * inside the jurisdiction, and a file usable by the caller. The message is the same for rows that do not exist and rows
 * that the caller may not see. It takes one statement for all changed values.
 */
export async function refuseInvalidReferences(
  engine: Engine,
  db: Queryable,
  caller: Caller,
  rows: readonly ReferringRow[],
): Promise<void> {
  const collected: Collected = { engine, caller, keysOf: new Map(), urlsOf: new Map(), citations: [], checks: [] };
  for (const row of rows) collectReferences(collected, row);
  if (collected.checks.length === 0) return;
  const found = await findReferences(db, collected);
  for (const check of collected.checks) check(found);
}

/** All references of the rows, read in one statement, and the checks of the result. */
interface Collected {
  readonly engine: Engine;
  readonly caller: Caller;
  /** By referring field. */
  readonly keysOf: Map<AnyField, Map<string, RequestedKeys>>;
  /** By owner of the uploads. */
  readonly urlsOf: Map<string, { owner: FileOwner | undefined; urls: Set<string> }>;
  readonly citations: Citation[];
  readonly checks: ((found: ReadonlyMap<unknown, unknown>) => void)[];
}

function refuse({ caller }: Collected, { errors }: ReferringRow, name: string, why: string): void {
  errors[name] = [decodeMessage(why, caller.locale)];
}

function collectReferences(collected: Collected, row: ReferringRow): void {
  const { engine, caller } = collected;
  const { fields, values, before, files = {} } = row;
  const { referring } = fieldsByProcessingNeededOnWrite(fields);
  if (referring.length === 0 && !files.set) return;
  for (const { name, one } of referring) {
    const value = Object.hasOwn(values, name) ? values[name] : null;
    const named = targetOf(one);
    if (named && isCitationField(one)) {
      collectCitation(collected, row, name, one, named.resource);
      continue;
    }
    if (value === null || (before && sameValue(before[name], value))) continue;
    if (named?.key === 'code') {
      const why = one.unique === true ? undefined : whyNotArea(engine, caller, one, name, String(value));
      if (why) refuse(collected, row, name, why);
    } else if (named) {
      const keys = ((Array.isArray(value) ? value : [value]) as number[]).filter((key) => key !== 0); // 0 is the top of a tree
      if (kindOf(one).none !== undefined && before && keys.includes(Number(before.id)))
        refuse(collected, row, name, 'invalid_option');
      else collectKeys(collected, row, name, one, named.resource, keys);
    } else if (isPolymorphicReference(one)) {
      const target = parseRowReference(value);
      if (target) collectKeys(collected, row, name, one, target.to, [target.id]);
    } else if (!Object.hasOwn(files.set ?? {}, name))
      collectFiles(collected, row, name, one, value, fileOwnerOf(caller));
  }
  for (const [name, value] of Object.entries(files.set ?? {})) {
    const one = files.fields?.[name];
    if (one && refersToFiles(one)) collectFiles(collected, row, name, one, value, files.owner ?? fileOwnerOf(caller));
  }
}

function collectFiles(
  collected: Collected,
  row: ReferringRow,
  name: string,
  one: AnyField,
  value: unknown,
  owner: FileOwner | undefined,
): void {
  const urls = filesAddedByWrite(one, value, (row.before ?? row.files?.copyOf)?.[name]);
  if (urls.length === 0) return;
  const whose = `${owner?.type} ${owner?.id}`;
  const ofOwner = getOrCreate(collected.urlsOf, whose, () => ({ owner, urls: new Set() }));
  for (const url of urls) ofOwner.urls.add(url);
  collected.checks.push((found) => {
    const refused = whyFilesRefused(one, urls, (found.get(whose) ?? []) as UsableFile[]);
    if (refused) refuse(collected, row, name, refused);
  });
}

function collectKeys(
  collected: Collected,
  row: ReferringRow,
  name: string,
  one: AnyField,
  to: string,
  keys: readonly number[],
): void {
  const target = collected.engine.find(to);
  if (!target || keys.length === 0) return;
  const ofField = getOrCreate(collected.keysOf, one, () => new Map<string, RequestedKeys>());
  const requested = getOrCreate(ofField, to, () => ({ one, target, by: row.by, keys: new Set() }));
  for (const key of keys) requested.keys.add(key);
  collected.checks.push((found) => {
    const usable = found.get(requested) as ReadonlySet<number>;
    if (!keys.every((key) => usable.has(key))) refuse(collected, row, name, 'invalid_option');
  });
}

/** A citation is checked again when the day changes on which the cited version must be in force. */
function collectCitation(collected: Collected, row: ReferringRow, name: string, one: AnyField, to: string): void {
  const { caller, engine } = collected;
  const { values, before } = row;
  const on = inForceDateFieldOfCitation(one);
  const [key, day] = [name, on].map((each) => (each === undefined ? null : firstOf(each, values, before)));
  const isUnchanged = (each: string | undefined) =>
    each === undefined || !Object.hasOwn(values, each) || sameValue(before?.[each], values[each]);
  const target = engine.find(to);
  if (typeof key !== 'number' || !target || (before && isUnchanged(name) && isUnchanged(on))) return;
  const cited: Citation = { one, target, by: row.by, key, day: typeof day === 'string' ? day : undefined };
  collected.citations.push(cited);
  collected.checks.push((found) => {
    const why = whyNotCitable(cited, found.get(cited) as CitedRow | null, caller.locale);
    if (why) row.errors[name] = [why];
  });
}

async function findReferences(
  db: Queryable,
  { engine, caller, keysOf, urlsOf, citations }: Collected,
): Promise<ReadonlyMap<unknown, unknown>> {
  const queries: [unknown, Sql][] = [
    ...[...keysOf.values()].flatMap((ofField) =>
      [...ofField.values()].map((each): [unknown, Sql] => [each, findKeys(engine, caller, each)]),
    ),
    ...citations.map((each): [unknown, Sql] => [each, findCitedRow(engine, caller, each)]),
    ...[...urlsOf].map(([whose, { owner, urls }]): [unknown, Sql] => [whose, usableFilesSql([...urls], caller, owner)]),
  ];
  const answer = await db.row<Record<string, unknown>>(
    namePreparedStatement(
      sql`select ${sql.join(queries.map(([, found], place) => sql`${found} as ${sql.id(`a${place}`)}`))}`,
      {
        brief: true,
      },
    ),
  );
  return new Map(
    queries.map(([key], place) => {
      const value = answer?.[`a${place}`];
      return [key, Array.isArray(value) && typeof key !== 'string' ? new Set(value as number[]) : value] as const;
    }),
  );
}

/** Those of the keys whose rows the caller may refer to, as an array. */
function findKeys(engine: Engine, caller: Caller, { one, target, by, keys }: RequestedKeys): Sql {
  const scope = whereReferenceMayPointTo(one, by.resource, caller, engine.find, by.operation, target);
  return sql`(select coalesce(json_agg(t.id), '[]') from ${sql.id(tableOf(target))} t where t.id = any(${[...keys]}::bigint[])${scope ? sql` and ${scope}` : sql.empty})`;
}

/** Rows of one resource that a field refers to. */
interface RequestedKeys {
  readonly one: AnyField;
  readonly target: AnyResource;
  readonly by: ReferringWrite;
  readonly keys: Set<number>;
}

/** Files in columns set by the platform, whose values may come from a form all the same. */
export interface FilesSetByPlatform {
  /** The copied row: its files may be used by callers who did not upload them. */
  readonly copyOf?: Readonly<Record<string, unknown>> | undefined;
  readonly set?: Readonly<Record<string, unknown>> | undefined;
  readonly fields?: Fields;
  /** The person for whom the platform acts. */
  readonly owner?: FileOwner | undefined;
}

/** The value under a name in the first of the objects that has it. */
const firstOf = (name: string, ...objects: readonly (Readonly<Record<string, unknown>> | undefined)[]): unknown =>
  objects.find((values) => values && Object.hasOwn(values, name))?.[name];

const sameValue = (before: unknown, after: unknown) =>
  before === after || JSON.stringify(before) === JSON.stringify(after);

/** Why an area is refused: it does not exist, is too large, is outside the officer's own, or has ended. */
function whyNotArea(engine: Engine, caller: Caller, one: AnyField, name: string, code: string): string | undefined {
  if (!acceptsArea(engine, caller, one, name, code)) return 'invalid_area';
  const areas = engine.reference.areas();
  const area = areas.get(code);
  const today = shanghaiToday();
  if (!area || !hasEnded(area, today)) return undefined;
  const called = (which: AreaEntry) => which.full_name ?? which.name;
  const successor = successorOf(areas, code, today);
  return successor
    ? encodeMessage('replaced_area', { area: called(area), successor: called(successor) })
    : encodeMessage('ended_area', { area: called(area) });
}

/**
 * Whether a field accepts an area: it exists, has the required level and, for a jurisdiction, lies inside the officer's
 * own. Imports use it too.
 */
export function acceptsArea(engine: Engine, caller: Caller, one: AnyField, name: string, code: string): boolean {
  const level = Number(one.options.level ?? 1);
  if (code === countryCode) return level === 1 && (caller.type !== 'admin' || coversArea(caller, code));
  if (!engine.reference.areas().has(code)) return false;
  if (areaLevel(code) < level && !(level === 3 && engine.reference.children(code).length === 0)) return false;
  return caller.type !== 'admin' || name !== 'area_code' || coversArea(caller, code);
}
