import { memberRolesThatMay, resourceWithMemberRules } from '#kernel/access/member-rights-by-role.ts';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { holdsSeveralValues, isPolymorphicReference, kindOf, targetOf } from '#kernel/field/field.ts';
import { emptyWireValue } from '#kernel/kind/field-kind-type-and-shared-conversions.ts';
import { isChildList } from '#kernel/kind/linked/child-rows.ts';
import { correctionFields } from '#kernel/lifecycle/fields-marked-on-return-for-correction.ts';
import { pendingChangesField } from '#kernel/lifecycle/pending-change-request-of-row.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { relationNameOf, tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Locale } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { cachePerResourceDeclaration, getOrCreate } from '../../get-or-create-and-cache-per-resource-declaration.ts';
import { availableActionColumns } from '../available-actions/available-action-columns.ts';
import { isAlwaysListed } from '../condition/read-requested-columns-of-list.ts';
import { aggregateColumns } from '../condition/referring-rows-aggregate-sql.ts';
import { childListColumns } from '../field/child-list-permissions-and-columns.ts';
import { columnInLanguage } from '../field/column-in-reader-language-sql.ts';
import { textIfSourceVisible, withSourceVisibilityFilledIn } from '../field/hide-copied-values-of-invisible-rows.ts';
import {
  correctionExplanationsWithoutHiddenFieldsSql,
  pendingChangeAndCorrectionMarksWithoutHiddenFieldsSql,
} from '../field/pending-change-and-correction-marks-without-hidden-fields-sql.ts';
import { polymorphicReferenceObject, rowNamePairs } from '../field/polymorphic-reference-sql.ts';
import type { ReturnedFieldSet } from '../field/returned-field-set-type.ts';
import {
  headingColumnName,
  headingPartsFor,
  headingSql,
  subtitleColumn,
  subtitleColumnName,
} from '../field/row-heading-and-subtitle-sql.ts';
import { columnThroughParentSql } from '../scope/columns-read-through-parent-row-sql.ts';
import { withFieldsVisibleToCaller } from '../scope/declaration-with-fields-visible-to-caller.ts';
import { roleText, valueIfRoleMayRead, withCallerKey } from '../scope/rows-and-fields-readable-by-member-sql.ts';
import { mayListUnlessWithheldFromMemberGroup } from './may-caller-list-rows-of-resource.ts';

const isRow = (view: ReturnedFieldSet) => view === 'list' || view === 'record' || view === 'own';
const isShown = (view: ReturnedFieldSet) => view === 'list' || view === 'record' || view === 'sheet';

/**
 * `joined`: names of areas come from {@link areaNameJoinsSql}. `requested`: columns of a list or sheet. `facts`: a record
 * without offers, which are presented separately (`compute-available-actions-and-deadline-clocks-in-process.ts`); always so for lists.
 */
interface ColumnOptions {
  readonly joined?: boolean;
  readonly facts?: boolean;
  readonly requested?: ReadonlySet<string> | undefined;
}

/** Maximum number of cached compositions: users choose columns freely. */
const maxCached = 200;
const compiled = cachePerResourceDeclaration<Sql>(maxCached);
const compiledJoins = cachePerResourceDeclaration<Sql>(maxCached);
const names = new WeakMap<ReadonlySet<string>, string>();
const namesOf = (requested: ColumnOptions['requested']): string =>
  requested ? getOrCreate(names, requested, () => [...requested].join()) : '';

/**
 * The select list that presents rows of alias `t` to a caller: visible columns in wire form, personal data masked in
 * the database, titles of references, and in a record the available actions. Compiled once per resource and view;
 * permissions are parameters, so that all callers' lists share one plan. `plain` is the unmasked form that the write
 * pipeline and hooks use.
 */
export function presentedColumnsSql(
  declared: AnyResource,
  caller: Caller,
  view: ReturnedFieldSet,
  find: FindResource,
  { joined = false, facts = false, requested }: ColumnOptions = {},
): Sql {
  const resource = view === 'plain' ? declared : withFieldsVisibleToCaller(declared, caller, find);
  const key = `${columnsKey(resource, caller, view)} ${joined} ${namesOf(requested)}`;
  const columns = compiled(find, resource, key, () =>
    sql.raw(compile(resource, caller, view, find, { joined, requested })),
  );
  const presented =
    caller.type === 'member'
      ? withCallerKey(columns.text, caller)
      : withSourceVisibilityFilledIn(columns, resource, caller, find);
  if (view === 'option') {
    const subtitle = subtitleColumn(resource, caller, find, mayListUnlessWithheldFromMemberGroup(declared, caller));
    return subtitle ? sql`${presented}, ${subtitle} as ${sql.id(subtitleColumnName)}` : presented;
  }
  if (view === 'own') return sql`${presented}${availableActionColumns(resource, declared, caller, find)}`;
  if (!isShown(view)) return presented;
  const lists = childListColumns(resource, caller, view, find, presentedColumnsSql, requested);
  const tallies = aggregateColumns(declared, caller, view, find, requested);
  // a sheet needs no actions
  if (facts || view !== 'record') return sql`${presented}${tallies}${lists}`;
  return sql`${presented}${tallies}${lists}${availableActionColumns(resource, declared, caller, find)}`;
}

/**
 * Joins for the names of areas of `joined` columns: the rows of a page lie in few areas, each of which is then looked
 * up once. This saves an eighth of a list's time in the database; single rows gain nothing.
 */
export function areaNameJoinsSql(
  declared: AnyResource,
  caller: Caller,
  view: ReturnedFieldSet,
  find: FindResource,
  requested?: ReadonlySet<string>,
): Sql {
  const resource = withFieldsVisibleToCaller(declared, caller, find);
  return compiledJoins(find, resource, `${view} ${namesOf(requested)}`, () => {
    const names = visibleFields(resource, view, requested).filter(([name, one]) => hasAreaNames(name, one, view));
    return sql.raw(
      names
        .map(
          ([name]) =>
            `left join lateral (${areaNames(columnThroughParentSql(resource, name, find))} offset 0) ${areaAlias(name)} on true`,
        )
        .join(' '),
    );
  });
}

const areaAlias = (name: string) => quoteIdentifier(`area of ${name}`);
const areaNames = (column: string) =>
  `select json_build_object('code', a.code, 'name', a.name, 'full_name', a.full_name) as names from system_area a where a.code = ${column}`;
const hasAreaNames = (name: string, one: AnyField, view: ReturnedFieldSet) =>
  targetOf(one)?.key === 'code' && name !== 'code' && isShown(view);

/** Cache key of compiled columns. */
const columnsKey = (resource: AnyResource, caller: Caller, view: ReturnedFieldSet): string =>
  `${resource.name} ${view} ${caller.type === 'member'} ${view === 'plain' ? '' : caller.locale}`;

export const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`;

const visibleFields = (
  resource: AnyResource,
  view: ReturnedFieldSet,
  requested?: ReadonlySet<string>,
): [string, AnyField][] =>
  Object.entries(allColumnsOf(resource)).filter(([name, one]) => {
    if (one.privacy === 'hidden' || one.from || isChildList(one)) return false;
    if (view === 'option') return ['id', resource.title, resource.titleEnglish, resource.tree].includes(name);
    // of a sheet only exported columns
    if (view === 'sheet') return requested?.has(name) ?? true;
    if (view !== 'list') return true;
    return (one.list !== 'never' || isAlwaysListed(resource, name)) && (requested?.has(name) ?? true);
  });

const pairsText = (one: AnyField) =>
  one === correctionFields.explanations
    ? correctionExplanationsWithoutHiddenFieldsSql
    : pendingChangeAndCorrectionMarksWithoutHiddenFieldsSql;

/** Columns with key-value pairs by field, from which hidden fields are removed. */
const namesFields: ReadonlySet<AnyField> = new Set([pendingChangesField, ...Object.values(correctionFields)]);

function compile(
  resource: AnyResource,
  caller: Caller,
  view: ReturnedFieldSet,
  find: FindResource,
  { joined, requested }: ColumnOptions,
): string {
  const columns: string[] = [];
  const plainTo = caller.type === 'member' && view !== 'option' ? whereOwn(resource, find) : undefined;
  for (const [name, one] of visibleFields(resource, view, requested)) {
    const stored = columnInLanguage(
      view === 'plain' ? undefined : caller.locale,
      one,
      columnThroughParentSql(resource, name, find),
    );
    const seen = (value: string) => (view === 'plain' ? value : valueIfRoleMayRead(resource, one, value, find));
    const unset = resource.nulls === false && isRow(view) ? emptyWireValue(kindOf(one)) : null;
    const own = wireColumn(stored, one, view, plainTo);
    const wire =
      one.fromSource && view !== 'plain' ? textIfSourceVisible(own, kindOf(one).sqlWhenHidden?.(stored)) : own;
    const value = unset === null ? wire : `coalesce(${wire}, ${unset === 0 ? '0' : "''"})`;
    const shown = namesFields.has(one) && view !== 'plain' ? pairsText(one)(resource, wire, find) : seen(value);
    columns.push(`${shown} as ${quoteIdentifier(name)}`);
    // both languages are compared, copied and restored
    if (view === 'plain' && one.english) columns.push(`t.${quoteIdentifier(one.english)}`);
    if (isShown(view)) {
      const relation =
        joined && hasAreaNames(name, one, view)
          ? `${areaAlias(name)}.names`
          : relationColumn(name, stored, one, find, caller.locale);
      if (relation) columns.push(`${seen(relation)} as ${quoteIdentifier(relationNameOf(name))}`);
    }
  }
  if (resource.heading && (view === 'list' || view === 'record' || view === 'option'))
    columns.push(
      `${headingSql(resource, find, caller.locale, 't', headingPartsFor(resource, caller, find))} as ${quoteIdentifier(headingColumnName)}`,
    );
  return columns.join(', ');
}

/** The select list of some columns of alias `t` in plain wire form, for recording changes. */
export function unmaskedColumnsSql(resource: AnyResource, names: readonly string[]): Sql {
  const columns = unmaskedValuesSql(resource, names).map(({ name, value }) => `${value} as ${quoteIdentifier(name)}`);
  return sql.raw(columns.join(', '));
}

/** The same columns as expressions by name, with those of their English texts. */
export function unmaskedValuesSql(
  resource: AnyResource,
  names: readonly string[],
): readonly { readonly name: string; readonly value: string }[] {
  const fields = allColumnsOf(resource);
  return names.flatMap((name) => {
    const one = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!one || one.privacy === 'hidden' || one.from !== undefined) return [];
    const own = { name, value: wireColumn(`t.${quoteIdentifier(name)}`, one, 'plain') };
    return one.english ? [own, { name: one.english, value: `t.${quoteIdentifier(one.english)}` }] : [own];
  });
}

/** Condition for unmasked personal data of a member: in their own rows, or in fields they may write. */
function whereOwn(resource: AnyResource, find: FindResource): string {
  const role = roleText(resource, find);
  const writers = memberRolesThatMay(resourceWithMemberRules(resource, find), 'edit').map((one) => `'${one}'`);
  return role === undefined ? 'true' : writers.length === 0 ? 'false' : `(${role}) in (${writers.join(', ')})`;
}

/** A column in wire form with its companion columns; in lists and for fields of the parent row without them. */
function wireWhole(column: string, one: AnyField, view: ReturnedFieldSet): string {
  const kind = kindOf(one);
  const details = one.through === undefined && view !== 'list' ? kind.detailsColumn?.(one.options) : undefined;
  if (details !== undefined && kind.wireWithDetails)
    return kind.wireWithDetails(column, `${column.slice(0, column.indexOf('.'))}.${quoteIdentifier(details)}`);
  return kind.wire ? kind.wire(column) : column;
}

/** A column in wire form; personal data is masked unless `own` holds. */
function wireColumn(column: string, one: AnyField, view: ReturnedFieldSet, own = 'false'): string {
  const kind = kindOf(one);
  const plain = view === 'list' && kind.brief ? kind.brief(column) : wireWhole(column, one, view);
  if (view === 'plain' || one.privacy !== 'masked' || !kind.mask || own === 'true') return plain;
  return own === 'false' ? kind.mask(column) : `case when ${own} then ${plain} else ${kind.mask(column)} end`;
}

/**
 * The title of a referenced row, or the names of an area. Shown whatever the scope of that row, because the reference
 * is part of this row (docs/decisions/access.md). Nothing else of it is shown, and personal titles are masked.
 */
function relationColumn(
  name: string,
  column: string,
  one: AnyField,
  find: FindResource,
  locale: Locale,
): string | undefined {
  if (isPolymorphicReference(one)) return polymorphicReferenceObject(column, one, find, locale);
  const named = targetOf(one);
  if (!named?.carried || named.key === name) return undefined;
  if (named.key === 'code') return `(${areaNames(column)})`;
  const target = find(named.resource);
  if (!target) return undefined;
  const object = `json_build_object('id', r.id, ${rowNamePairs(target.title, target, find, locale)})`;
  return holdsSeveralValues(one)
    ? `(select coalesce(json_agg(${object} order by r.id), '[]') from ${quoteIdentifier(tableOf(target))} r where r.id = any(${column}))`
    : `(select ${object} from ${quoteIdentifier(tableOf(target))} r where r.id = ${column})`;
}
