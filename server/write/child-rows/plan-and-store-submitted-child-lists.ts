import type { AnyResource } from '#kernel/declaration/resource.ts';
import { initialStateFor } from '#kernel/lifecycle/lifecycle.ts';
import { childListsOf, parentReferenceFieldOf, resourceOfChildList } from '#kernel/resource/child-lists-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { textIn } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { rowJson } from '#server/read/row/read-one-row-as-json.ts';
import { convertToStoredValues } from '../field/convert-to-stored-values.ts';
import { fieldsByProcessingNeededOnWrite } from '../field/fields-grouped-by-processing-needed-on-write.ts';
import { findDuplicateKeys, uniqueKey, uniqueRules } from '../field/find-duplicate-unique-keys.ts';
import { hashPasswords } from '../field/hash-passwords.ts';
import type { ReferringRow } from '../field/refuse-invalid-references-areas-and-files.ts';
import type { FieldErrors } from '../field/validate-input-by-field-declarations.ts';
import type { WriteContext } from '../hook/write-hooks-of-module.ts';
import { removeChildRows } from './delete-and-restore-child-rows.ts';
import { changeExistingChildRows, insertChildRows, type NewChildRows } from './insert-and-update-child-rows.ts';
import {
  isPlannedListChanged,
  isPlannedRowStored,
  type PlannedList,
  type PlannedRow,
  type PlanRequest,
  placeChildRowErrors,
  planChildLists,
} from './plan-added-changed-and-removed-child-rows.ts';
import { type ChildRowHookEffects, runChildListHooks, runDescendantDelHooks } from './run-hooks-of-child-rows.ts';

/** Statements of child lists, executed with the one that stores the row. */
export interface ChildListStatements {
  readonly statements: readonly ((row: Sql) => Sql)[];
  /** New child rows, whose keys that statement draws. */
  readonly newRows?: NewChildRows;
  /** Work of the child rows' hooks after the rows are stored. */
  readonly afterHooks: readonly (() => Promise<void>)[];
  /** Entry of the lists in the history of the row. */
  readonly changes?: Readonly<Record<string, unknown>>;
}

type FormOrder = Omit<PlanRequest, 'operation'> & { readonly operation: WriteContext['operation'] };

/** The child lists that were sent with a form, in the phases from `plan` to `store`. */
export class SubmittedChildLists {
  readonly #order: PlanRequest;
  readonly #lists: readonly PlannedList[];
  readonly #work: ChildRowHookEffects = { notes: new Map(), stored: [] };

  private constructor(order: PlanRequest, lists: readonly PlannedList[]) {
    this.#order = order;
    this.#lists = lists;
  }

  /** Undefined if the resource has no lists, or no form is written. */
  static async plan(form: FormOrder): Promise<SubmittedChildLists | undefined> {
    const { resource, operation } = form;
    if (childListsOf(resource).length === 0 || operation === 'del' || operation === 'move') return undefined;
    const order = { ...form, operation };
    return new SubmittedChildLists(order, await planChildLists(order));
  }

  get isChanged(): boolean {
    return this.#lists.some(isPlannedListChanged);
  }

  /** References of the child rows, checked with those of the form in one statement. */
  get referring(): ReferringRow[] {
    const rows: ReferringRow[] = [];
    for (const { child, row } of this.#written()) {
      const { fields, checked: values, before, errors } = row;
      if (fieldsByProcessingNeededOnWrite(fields).referring.length === 0) continue;
      rows.push({ by: { resource: child, operation: before ? 'edit' : 'add' }, fields, values, before, errors });
    }
    return rows;
  }

  *#written(): Generator<{ child: AnyResource; row: PlannedRow }> {
    for (const { child, rows } of this.#lists)
      for (const row of rows) if (isPlannedRowStored(row)) yield { child, row };
  }

  /** Adds errors of child rows to those of the form. */
  placeErrors(errors: FieldErrors): void {
    placeChildRowErrors(this.#lists, errors);
  }

  async runHooks(whole: WriteContext, errors: FieldErrors): Promise<void> {
    if (Object.keys(errors).length > 0) return;
    await runChildListHooks(whole, this.#lists, this.#work);
    this.placeErrors(errors);
  }

  /** Converts values to stored form, and checks unique constraints. */
  async finish(errors: FieldErrors): Promise<void> {
    if (Object.keys(errors).length > 0) return;
    const { engine, caller } = this.#order;
    for (const { child, row } of this.#written()) {
      if (child.life && !row.before) row.values.status ??= initialStateFor(child.life, caller);
      if (fieldsByProcessingNeededOnWrite(child.fields).secret.length > 0) await hashPasswords(child, row.values);
      convertToStoredValues(child.fields, row.values, engine.seal);
    }
    for (const list of this.#lists) await this.#checkUnique(list);
    this.placeErrors(errors);
  }

  /** Checks unique constraints among the rows of a form and against stored rows. */
  async #checkUnique({ child, rows, gone }: PlannedList): Promise<void> {
    const { db } = this.#order;
    for (const rule of uniqueRules(child)) {
      const needsCheck = ({ before, values }: PlannedRow) =>
        !before || rule.some((name) => Object.hasOwn(values, name));
      const seen = new Map<string, PlannedRow>();
      const candidates: { row: PlannedRow; key: string }[] = [];
      for (const row of rows) {
        if (!needsCheck(row)) continue;
        const above = row.above ? row.above.id || row.above.place : (this.#order.before?.id ?? 'new');
        const key = uniqueKey(child, rule, { ...row.before, [parentReferenceFieldOf(child)]: above, ...row.values });
        if (key === undefined) continue;
        if (seen.has(key)) this.#noteTaken(row, child, rule[0]);
        else candidates.push({ row, key });
        seen.set(key, row);
      }
      const except = [
        ...gone.map(({ id }) => id),
        ...rows.flatMap((row) => (row.before && needsCheck(row) ? row.id : [])),
      ];
      const duplicates = await findDuplicateKeys(
        db,
        child,
        rule,
        candidates.map(({ key }) => key),
        except,
      );
      for (const { row, key } of candidates) if (duplicates.has(key)) this.#noteTaken(row, child, rule[0]);
    }
  }

  #noteTaken(row: PlannedRow, child: AnyResource, name: string): void {
    const { locale } = this.#order.caller;
    row.errors[name] = [
      textIn(validationMessages.duplicate, locale, { label: child.fields[name]?.label[locale] ?? name }),
    ];
  }

  /** Makes the changes that must precede the row's own statement. Returns what is stored with it. */
  async store(tx: Queryable): Promise<ChildListStatements> {
    const { stored } = this.#work;
    if (!this.isChanged) return { statements: [], afterHooks: stored };
    const { engine, caller, operation } = this.#order;
    const order = { engine, caller };
    if (operation === 'edit') await changeExistingChildRows(tx, order, this.#lists, this.#work);
    const newRows = await insertChildRows(order, this.#lists, this.#work);
    return {
      statements: newRows.pieces,
      newRows,
      afterHooks: stored,
      ...(operation === 'edit' ? { changes: this.#summary() } : {}),
    };
  }

  /** Changes of the lists as in the history of the row: `{days: [null, {added: 2, within: {stops: …}}]}`. */
  #summary(): Record<string, unknown> {
    const tops = this.#lists.filter(({ above }) => above === undefined);
    return Object.fromEntries(
      tops.flatMap((list) => {
        const counted = this.#tellOf(list);
        return counted ? [[list.path, [null, counted]]] : [];
      }),
    );
  }

  #tellOf(list: PlannedList): Record<string, unknown> | undefined {
    const there = list.rows.filter(({ before }) => before);
    const counts = {
      added: list.rows.length - there.length,
      changed: there.filter(({ values }) => Object.keys(values).length > 0).length,
      removed: list.gone.length,
      moved: there.filter(({ weigh }) => weigh !== undefined).length,
    };
    const within = this.#lists.flatMap((one) => {
      const counted = one.above === list ? this.#tellOf(one) : undefined;
      return counted ? [[one.path.slice(list.path.length + 1), counted] as const] : [];
    });
    const counted = Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0));
    if (within.length > 0) return { ...counted, within: Object.fromEntries(within) };
    return Object.keys(counted).length > 0 ? counted : undefined;
  }

  /** The rows of a list after this write; undefined: unchanged. */
  rows(name: string): readonly Record<string, unknown>[] | undefined {
    const list = this.#lists.find(({ path }) => path === name);
    return list?.rows.map((row) => this.#wholeOf(list, row));
  }

  #wholeOf(list: PlannedList, row: PlannedRow): Record<string, unknown> {
    const inner = this.#lists.filter(({ above }) => above === list);
    return {
      ...row.before,
      ...row.values,
      ...Object.fromEntries(
        inner.map((one) => [
          one.path.slice(list.path.length + 1),
          one.rows.filter(({ above }) => above === row).map((each) => this.#wholeOf(one, each)),
        ]),
      ),
    };
  }
}

/** The stored rows of a list in wire form, unmasked and in order. */
export async function readChildRows(
  { engine, tx, caller }: Pick<WriteContext, 'engine' | 'tx' | 'caller'>,
  resource: AnyResource,
  name: string,
  id: number,
): Promise<readonly Record<string, unknown>[]> {
  const one = resource.fields[name];
  if (!one || !childListsOf(resource).some(([each]) => each === name))
    throw new Error(`${resource.name}: no list ${name}`);
  const child = resourceOfChildList(one, engine.find);
  const rows = await tx.rows<{ row: Record<string, unknown> }>(sql`
    select ${rowJson(child, caller, 'plain', engine.find)} as row from ${sql.id(tableOf(child))} t
    where t.${sql.id(parentReferenceFieldOf(child))} = ${id} order by t.weigh, t.id`);
  return rows.map(({ row }) => row);
}

/** Deletes the child rows of a deleted row: its statements, and the work of the rows' hooks. */
export async function deleteChildRows(whole: WriteContext): Promise<ChildListStatements> {
  const { engine, caller, resource } = whole;
  const { id } = whole.before as { id: number };
  if (childListsOf(resource).length === 0) return { statements: [], afterHooks: [] };
  const work: ChildRowHookEffects = { notes: new Map(), stored: [] };
  await runDescendantDelHooks(whole, resource, [{ id }], work);
  const pieces = removeChildRows({ engine, caller }, resource, sql`select ${id}::bigint`, sql.raw('w'));
  return { statements: pieces.map((piece) => () => piece), afterHooks: work.stored };
}
