import { setImmediate as breathe } from 'node:timers/promises';
import type { Fields } from '#kernel/declaration/field.ts';
import type { AnyResource, Row } from '#kernel/declaration/resource.ts';
import { writableFields } from '#kernel/lifecycle/fields-writable-and-row-deletable-in-state.ts';
import { assignSortWeights } from '#kernel/list/assign-sort-weights-to-ordered-rows.ts';
import { childListsOf, parentReferenceFieldOf, resourceOfChildList } from '#kernel/resource/child-lists-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { decodeMessage } from '#kernel/text/validation-messages.ts';
import { parseNonNegativeInteger } from '#kernel/wire/parse-non-negative-integer.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { mayActOnChildRows } from '#server/read/field/child-list-permissions-and-columns.ts';
import { rowJson } from '#server/read/row/read-one-row-as-json.ts';
import { refuse } from '#server/refusal.ts';
import type { DeclarationVisibleToWriter } from '../field/fields-writer-may-see-and-fill.ts';
import {
  isUnchanged,
  lockedFieldMessage,
  refuseLockedFields,
  writeSituationOf,
  writeSituationOfInput,
} from '../field/refuse-locked-fields.ts';
import { refuseMissingConditionallyRequiredValues } from '../field/refuse-missing-conditionally-required-values.ts';
import { refuseRetiredOptions, refuseUnfitOptions } from '../field/refuse-retired-and-unfit-options.ts';
import { checkFields, type FieldErrors, schemaOf } from '../field/validate-input-by-field-declarations.ts';

/** A stored row in wire form. */
export type ExistingRow = Readonly<Row<AnyResource>> & { readonly weigh: number };

/** A child row as planned. */
export interface PlannedRow {
  /** Its position in the input: `days.3`. */
  readonly place: string;
  /** The parent child row; undefined: the row of the form. */
  readonly above: PlannedRow | undefined;
  /** Key; 0 for a new row until it is stored. */
  id: number;
  readonly before: ExistingRow | undefined;
  /** The input without unchanged values. */
  readonly checked: Readonly<Record<string, unknown>>;
  /** Values to be stored, by column. */
  readonly values: Record<string, unknown>;
  readonly fields: Fields;
  readonly errors: FieldErrors;
  /** Its new position, if it changes. */
  weigh: number | undefined;
}

/** A planned child list: the lists of one field together, for all parents. */
export interface PlannedList {
  /** `days.stops` */
  readonly path: string;
  readonly child: AnyResource;
  readonly above: PlannedList | undefined;
  /** In order. */
  readonly rows: PlannedRow[];
  /** Stored rows that were not sent, and are therefore removed. */
  readonly gone: ExistingRow[];
}

export interface PlanRequest {
  readonly engine: Engine;
  /** Where stored rows are read, locked if `locks` is set. */
  readonly db: Queryable;
  readonly locks: boolean;
  readonly resource: AnyResource;
  readonly caller: Caller;
  readonly visible: DeclarationVisibleToWriter;
  readonly operation: 'add' | 'edit';
  /** Fields of the form; lists among them may be written. */
  readonly fields: Fields;
  readonly input: Readonly<Record<string, unknown>>;
  readonly before: (Readonly<Record<string, unknown>> & { readonly id: number }) | undefined;
  readonly errors: FieldErrors;
}

/** Whether the input contains child lists. */
export const inputHasChildLists = (resource: AnyResource, input: Readonly<Record<string, unknown>>): boolean =>
  childListsOf(resource).some(([name]) => (input[name] ?? null) !== null);

/** Milliseconds of work after which the event loop serves other calls. */
const turn = 10;
/** Maximum number of errors returned; a form shows some and the total. */
const maxErrors = 1000;

/**
 * Parses the child lists of the input and compares them with the stored rows: which rows are new, changed, removed or
 * moved, and what is wrong with them, at paths such as `days.3.stops.0.name`. A list that was not sent, or was sent as
 * null (as a record returns one that is too long), stays unchanged. Stored rows are read once for each list.
 */
export async function planChildLists(order: PlanRequest): Promise<PlannedList[]> {
  const { resource, fields, input, before, errors, operation, caller } = order;
  const visible = order.visible(resource);
  const lists: PlannedList[] = [];
  for (const [name, one] of childListsOf(resource)) {
    const sent = input[name] ?? null;
    if (one.write === 'server' || !Object.hasOwn(visible.fields, name)) continue;
    if (sent === null || (one.required && Array.isArray(sent) && sent.length === 0)) {
      const missing = one.required && Object.hasOwn(fields, name) && (operation === 'add' || sent !== null);
      if (missing) errors[name] = [decodeMessage('required', caller.locale)];
      continue;
    }
    const owner = { key: before?.id, above: undefined, place: name, sent, errors };
    const found = await planList(order, { one, path: name, above: undefined, owners: [owner] });
    if (!Object.hasOwn(fields, name) && found.some(isPlannedListChanged) && caller.type !== 'system')
      errors[name] = [
        lockedFieldMessage(resource, visible, name, writeSituationOfInput(resource, caller, before?.status, input))[
          caller.locale
        ],
      ];
    lists.push(...found);
  }
  placeChildRowErrors(lists, errors);
  return lists;
}

/** Whether a list changes. */
export const isPlannedListChanged = ({ rows, gone }: PlannedList): boolean =>
  gone.length > 0 || rows.some(isPlannedRowStored);

/** Whether a row is stored: it is new, or something changed. */
export const isPlannedRowStored = ({ before, values, weigh }: PlannedRow): boolean =>
  !before || weigh !== undefined || Object.keys(values).length > 0;

interface Owner {
  /** Key of a stored row. */
  readonly key: number | undefined;
  readonly above: PlannedRow | undefined;
  readonly place: string;
  readonly sent: unknown;
  readonly errors: FieldErrors;
}

interface ListToPlan {
  readonly one: ReturnType<typeof childListsOf>[number][1];
  readonly path: string;
  readonly above: PlannedList | undefined;
  readonly owners: readonly Owner[];
}

/** Plans the lists of one field of all parents, and the lists within them. */
async function planList(order: PlanRequest, { one, path, above, owners }: ListToPlan): Promise<PlannedList[]> {
  const { engine, caller } = order;
  const child = resourceOfChildList(one, engine.find);
  const list: PlannedList = { path, child, above, rows: [], gone: [] };
  const there = await readThere(order, child, owners);
  const seen = order.visible(child);
  const form: RowForm = { child, seen, apart: nonColumnInputs(seen), added: formOf(seen, 'add', undefined, caller) };
  const inner = childListsOf(child).filter(
    ([each, { write }]) => write !== 'server' && Object.hasOwn(seen.fields, each),
  );
  const within = new Map(inner.map(([each]) => [each, [] as Owner[]]));
  let begun = performance.now();
  for (const owner of owners) {
    const refuse = (why: string) => {
      owner.errors[lastOf(owner.place)] = [decodeMessage(why, caller.locale)];
    };
    const shape = schemaOf(one).safeParse(owner.sent);
    if (!shape.success) {
      refuse(shape.error.issues[0]?.message ?? 'invalid');
      continue;
    }
    const sent = owner.sent as readonly Readonly<Record<string, unknown>>[];
    const existing = there.get(owner.key ?? 0) ?? new Map<number, ExistingRow>();
    const rows: PlannedRow[] = [];
    for (const [at, input] of sent.entries()) {
      const row = planRow(order, form, { input, existing, above: owner.above, place: `${owner.place}.${at}` });
      rows.push(row);
      for (const [each, owned] of within)
        if ((input[each] ?? null) !== null)
          owned.push({
            key: row.before?.id,
            above: row,
            place: `${row.place}.${each}`,
            sent: input[each],
            errors: row.errors,
          });
        else if (!row.before && child.fields[each]?.required)
          row.errors[each] = [decodeMessage('required', caller.locale)];
      if (performance.now() - begun < turn) continue;
      await breathe();
      begun = performance.now();
    }
    assignSortWeights(rows.map(({ before }) => before?.weigh)).forEach((weigh, at) => {
      const row = rows[at] as PlannedRow;
      if (row.before?.weigh !== weigh) row.weigh = weigh;
    });
    list.rows.push(...rows);
    list.gone.push(...existing.values());
  }
  refuseUngranted(order, list, owners);
  const deeper: PlannedList[] = [];
  for (const [each, field] of inner) {
    const owned = within.get(each) ?? [];
    if (owned.length === 0 || field.privacy === 'hidden') continue;
    const toPlan = { one: field, path: `${path}.${each}`, above: list, owners: owned };
    const found = await planList(order, toPlan);
    refuseClosed(order, child, each, owned, found);
    deeper.push(...found);
  }
  return [list, ...deeper];
}

const lastOf = (place: string) => place.slice(place.lastIndexOf('.') + 1);

/** The stored rows by parent; planned ones are removed from the result. */
async function readThere(
  { engine, db, locks, caller }: PlanRequest,
  child: AnyResource,
  owners: readonly Owner[],
): Promise<Map<number, Map<number, ExistingRow>>> {
  const keys = owners.flatMap(({ key }) => key ?? []);
  const there = new Map(keys.map((key) => [key, new Map<number, ExistingRow>()]));
  if (keys.length === 0) return there;
  const above = sql.id('t', parentReferenceFieldOf(child));
  const rows = await db.rows<{ row: ExistingRow; above: number }>(sql`
    select ${rowJson(child, caller, 'plain', engine.find)} as row, ${above} as above from ${sql.id(tableOf(child))} t
    where ${above} = any(${keys}::bigint[]) order by t.weigh, t.id${locks ? sql` for update of t` : sql.empty}`);
  for (const { row, above: key } of rows) there.get(Number(key))?.set(row.id, row);
  return there;
}

interface Sent {
  readonly input: Readonly<Record<string, unknown>>;
  readonly existing: Map<number, ExistingRow>;
  readonly above: PlannedRow | undefined;
  readonly place: string;
}

/** The form of a child row as its writer sees it. */
interface RowForm {
  readonly child: AnyResource;
  readonly seen: AnyResource;
  readonly apart: ReadonlySet<string>;
  readonly added: Fields;
}

function planRow({ caller }: PlanRequest, form: RowForm, { input, existing, above, place }: Sent): PlannedRow {
  const { id, version } = input;
  const { child, seen, apart } = form;
  const key = id === undefined || id === null || id === '' ? 0 : parseNonNegativeInteger(id);
  const before = key ? existing.get(key) : undefined;
  if (key === undefined || (key > 0 && !before)) {
    // a row of another list, sent twice, or deleted: the form has to be reloaded
    const errors = { id: [decodeMessage('not_found', caller.locale)] };
    return { place, above, id: key ?? 0, before, checked: {}, values: {}, fields: {}, errors, weigh: undefined };
  }
  let fields = form.added;
  // fields outside the form are ignored; a caller who may not write all of it gets errors for other fields
  let changed = input;
  if (before) {
    existing.delete(before.id);
    if (version !== undefined && version !== null && Number(version) !== before.version)
      throw refuse('stale_version', 'stale_version');
    fields = formOf(seen, 'edit', before.status, caller);
    changed = {};
    for (const name of Object.keys(input)) {
      const one = apart.has(name) ? undefined : fields[name];
      if (one && !isUnchanged(one, input[name], before[name])) (changed as Record<string, unknown>)[name] = input[name];
    }
  }
  const { values: checked, errors } = checkFields(fields, changed, caller.locale, before !== undefined);
  if (before || seen !== child) {
    const given = Object.fromEntries(Object.entries(input).filter(([name]) => !apart.has(name)));
    Object.assign(errors, refuseLockedFields(child, seen, caller, before, given));
  }
  refuseRetiredOptions(fields, checked, before, errors, caller.locale);
  refuseUnfitOptions(fields, checked, before, errors, caller.locale);
  refuseMissingConditionallyRequiredValues(fields, checked, before, errors, caller);
  return { place, above, id: key, before, checked, values: { ...checked }, fields, errors, weigh: undefined };
}

const apartNames = new WeakMap<AnyResource, ReadonlySet<string>>();

/** Input of a child row that is no column: its key, its parent, its own lists. */
function nonColumnInputs(child: AnyResource): ReadonlySet<string> {
  let names = apartNames.get(child);
  if (!names) {
    names = new Set(['id', 'version', parentReferenceFieldOf(child), ...childListsOf(child).map(([name]) => name)]);
    apartNames.set(child, names);
  }
  return names;
}

const forms = new WeakMap<AnyResource, Map<string, Fields>>();

/** The fields of a child row written as columns: its own lists are planned separately, and its parent is given. */
function formOf(child: AnyResource, operation: 'add' | 'edit', state: unknown, caller: Caller): Fields {
  const cached = forms.get(child) ?? new Map<string, Fields>();
  forms.set(child, cached);
  const writing = writeSituationOf(caller, state);
  const key = `${operation} ${writing.actor} ${String(writing.state)}`;
  let fields = cached.get(key);
  if (!fields) {
    const apart = new Set([parentReferenceFieldOf(child), ...childListsOf(child).map(([name]) => name)]);
    fields = Object.fromEntries(
      Object.entries(writableFields(child, operation, writing)).filter(([name]) => !apart.has(name)),
    );
    cached.set(key, fields);
  }
  return fields;
}

/** Checks the permission nodes of the child resource if it has such calls, else the parent's. */
function refuseUngranted({ engine, caller }: PlanRequest, list: PlannedList, owners: readonly Owner[]): void {
  const may = (action: 'add' | 'edit' | 'del') => mayActOnChildRows(list.child, caller, action, engine.find);
  const no = [decodeMessage('no_permission', caller.locale)];
  if (list.gone.length > 0 && !may('del')) for (const owner of owners) owner.errors[lastOf(owner.place)] = no;
  const [adds, edits] = [may('add'), may('edit')];
  if (adds && edits) return;
  for (const row of list.rows)
    if (isPlannedRowStored(row) && (row.before ? !edits : !adds)) row.errors[Object.keys(row.values)[0] ?? 'id'] = no;
}

/** Refuses a list within a row whose state closes it to this caller. */
function refuseClosed(
  { caller, visible }: PlanRequest,
  child: AnyResource,
  name: string,
  owners: readonly Owner[],
  found: readonly PlannedList[],
): void {
  if (caller.type === 'system') return;
  for (const { above } of owners) {
    if (!above?.before) continue;
    const writing = writeSituationOf(caller, above.before.status);
    if (Object.hasOwn(writableFields(visible(child), 'edit', writing), name)) continue;
    const touched = found.some((list) => list.rows.some((row) => row.above === above && isPlannedRowStored(row)));
    if (
      touched ||
      found[0]?.gone.some((row) => row[parentReferenceFieldOf(found[0]?.child as AnyResource)] === above.id)
    )
      above.errors[name] = [lockedFieldMessage(child, visible(child), name, writing)[caller.locale]];
  }
}

/** Adds errors of child rows to those of the form, each at its position. */
export function placeChildRowErrors(lists: readonly PlannedList[], errors: FieldErrors): void {
  let placed = 0;
  for (const { rows } of lists)
    for (const { place, errors: found } of rows)
      for (const name of Object.keys(found))
        if (placed++ < maxErrors) errors[`${place}.${name}`] = found[name] as string[];
}
