import {
  type FormOrMoveThatFillsField,
  formsAndMovesThatFillField,
} from '#kernel/access/forms-and-moves-that-fill-field.ts';
import { memberRolesThatMay } from '#kernel/access/member-rights-by-role.ts';
import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { targetOf, targetsOf } from '#kernel/field/field.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { parentOf } from '#kernel/resource/parent-resource.ts';
import { permissionNodesOf } from '#kernel/resource/permission-nodes.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { isDate } from '#kernel/time/shanghai-time.ts';
import { inForceDateFieldOfCitation } from '#kernel/version/fields-citing-published-version-of-row.ts';
import { type Caller, can } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { badParameter } from '#server/refusal.ts';
import { whereReferenceMayPointTo } from '../condition/allowed-reference-targets-sql.ts';
import type { ListCondition, ParsedListQuery } from '../condition/parsed-list-query.ts';
import { conditionHidingRowsByDefault, readListQuery } from '../condition/read-list-query.ts';
import { findReferencedRowFilter } from '../condition/resolve-allowed-filter-path-into-referenced-row.ts';
import { isMaskedForOfficers } from '../field/masked-columns.ts';
import { withFieldsVisibleToCaller } from '../scope/declaration-with-fields-visible-to-caller.ts';
import { scopeOfReferenceTitles } from '../scope/row-scope-of-caller.ts';
import { heldByMember, parentsHeldByMember } from '../scope/rows-and-fields-readable-by-member-sql.ts';
import type { ServicesToReadRows } from '../services-needed-to-read-rows.ts';
import { mayList, mayListUnlessWithheldFromMemberGroup } from './may-caller-list-rows-of-resource.ts';

/** Resources whose forms or moves refer to a resource, by name; computed once per set of declarations. */
const referring = new WeakMap<readonly AnyResource[], ReadonlyMap<string, ReadonlySet<AnyResource>>>();

function referringOf(resources: readonly AnyResource[]): ReadonlyMap<string, ReadonlySet<AnyResource>> {
  const cached = referring.get(resources);
  if (cached) return cached;
  const found = new Map<string, Set<AnyResource>>();
  for (const one of resources) {
    const moves = Object.values<Move>(one.life?.moves ?? {});
    for (const fields of [one.fields, ...moves.map((move) => move.input ?? {})] as Fields[]) {
      for (const field of Object.values(fields)) {
        for (const { key, resource } of targetsOf(field))
          if (key === 'id') found.set(resource, (found.get(resource) ?? new Set()).add(one));
      }
    }
  }
  referring.set(resources, found);
  return found;
}

const finders = new WeakMap<readonly AnyResource[], FindResource>();

function finderOf(resources: readonly AnyResource[]): FindResource {
  const cached = finders.get(resources);
  if (cached) return cached;
  const byName = new Map(resources.map((one) => [one.name, one]));
  const find = (name: string) => byName.get(name);
  finders.set(resources, find);
  return find;
}

/** Writes that fill in a field referring to rows of a resource, with the field in the form of `of`. */
const fillingsTo = (
  resources: readonly AnyResource[],
  resource: AnyResource,
): (FormOrMoveThatFillsField & { of: string })[] => {
  const names = (field: AnyField) =>
    targetsOf(field).some(({ key, resource: to }) => key === 'id' && to === resource.name);
  return [...(referringOf(resources).get(resource.name) ?? [])].flatMap((one) => {
    const inputs = Object.values<Move>(one.life?.moves ?? {}).map((move) => move.input ?? {});
    const fields = [one.fields, ...inputs].flatMap((each: Fields) => Object.entries<AnyField>(each));
    const referring = new Set(fields.flatMap(([name, field]) => (names(field) ? [name] : [])));
    return [...referring].flatMap((name) =>
      formsAndMovesThatFillField(one, name, finderOf(resources))
        .filter(({ field: written }) => names(written))
        .map((filling) => ({ ...filling, of: `${one.name}.${name}` })),
    );
  });
};

/** The references to rows of a resource that people fill in, in the form of the parameter `of`. */
export const referenceFieldsPointingTo = (resources: readonly AnyResource[], resource: AnyResource): string[] => [
  ...new Set(
    fillingsTo(resources, resource).flatMap(({ field: written, of }) => (written.privacy === 'hidden' ? [] : [of])),
  ),
];

/**
 * Whether a caller may search rows of a resource for a reference, because the caller may list them, or write rows that
 * refer to them. Rows to which nothing refers (messages, log entries) cannot be searched in this way.
 */
export function mayChooseRowsOfResource(
  resources: readonly AnyResource[],
  resource: AnyResource,
  caller: Caller,
): boolean {
  if (mayList(resource, caller)) return true;
  return [...(referringOf(resources).get(resource.name) ?? [])].some((one) =>
    permissionNodesOf(one).some(({ node }) => can(caller, node)),
  );
}

/**
 * The rows a call for options may return, by the reference named in `of=enterprise/enterprise.parent_id`; null: all.
 * Undefined: no reference is named, or none the caller can write, so that the caller's own scope applies. `on=2026-05-01`:
 * the day of a citation.
 */
export function reachOfReference(
  { find }: Pick<ServicesToReadRows, 'find'>,
  resource: AnyResource,
  caller: Caller,
  named: unknown,
  day?: unknown,
): Sql | null | undefined {
  const [, name, field] = (typeof named === 'string' && /^([\w/]+)\.(\w+)$/.exec(named)) || [];
  const of = name === undefined ? undefined : find(name);
  if (!of) return undefined;
  const findVisible: FindResource = (wanted) => {
    const one = find(wanted);
    return one && withFieldsVisibleToCaller(one, caller, find);
  };
  const ways = formsAndMovesThatFillField(withFieldsVisibleToCaller(of, caller, find), field as string, findVisible)
    .filter(({ field: written }) => targetsOf(written).some((target) => find(target.resource) === resource))
    .filter((filling) => mayFill(filling, caller));
  // equal reaches are evaluated once, so that the condition on held rows stays the first for the database
  const alike = (one: FormOrMoveThatFillsField, other: FormOrMoveThatFillsField) =>
    one.field === other.field &&
    String(memberRolesThatMay(of, one.action)) === String(memberRolesThatMay(of, other.action));
  const conditions = ways.flatMap((one, at) => {
    if (ways.findIndex((each) => alike(each, one)) < at) return [];
    const reached = whereReferenceMayPointTo(one.field, of, caller, find, one.action, resource, readDay(day));
    const held = anyOf(ways.filter((each) => alike(each, one)).map((each) => heldForWrite(each, caller, find)));
    return [reached && held ? sql`${held} and ${reached}` : (held ?? reached)];
  });
  if (conditions.length > 0) return anyOf(conditions) ?? null;
  // fields that nobody fills in can still be filtered by, among the titles shown
  const shown = withFieldsVisibleToCaller(of, caller, find).fields[field as string];
  const isNamed =
    shown && resource.below !== undefined && targetOf(shown)?.resource === resource.name && mayList(of, caller);
  return isNamed ? (scopeOfReferenceTitles(shown, resource, caller, find) ?? null) : undefined;
}

const readDay = (day: unknown): string | undefined => (typeof day === 'string' && isDate(day) ? day : undefined);

/** Any of these conditions; undefined: always true, because one of them is. */
function anyOf(ways: readonly (Sql | undefined)[]): Sql | undefined {
  const conditions = ways.filter((way) => way !== undefined);
  if (conditions.length < ways.length) return undefined;
  return conditions.length === 1
    ? conditions[0]
    : sql`(${sql.join(
        conditions.map((way) => sql`(${way})`),
        ' or ',
      )})`;
}

/** Whether the caller may make this write: an officer by its node or that of a step, a member in some role. */
const mayFill = ({ by, action }: FormOrMoveThatFillsField, caller: Caller): boolean =>
  caller.type === 'member'
    ? memberRolesThatMay(by, action).length > 0
    : permissionNodesOf(by).some(
        (one) => (one.action === action || one.action.startsWith(`${action}:`)) && can(caller, one.node),
      );

/**
 * Condition: the member holds something they may write this way; undefined: nothing needs to be held, as for a new row
 * of their own.
 */
function heldForWrite({ by, action }: FormOrMoveThatFillsField, caller: Caller, find: FindResource): Sql | undefined {
  if (caller.type !== 'member') return undefined;
  const added = action === 'add';
  const held = added
    ? parentsHeldByMember(by, action, caller, find)
    : heldByMember(by, memberRolesThatMay(by, action), caller, find);
  return held && sql`exists (select from ${sql.id(tableOf(added ? parentOf(by, find) : by))} t where ${held})`;
}

/** Whether members choose among rows of a resource for a reference they write. */
export const doMembersChooseAmong = (resources: readonly AnyResource[], resource: AnyResource): boolean =>
  fillingsTo(resources, resource).some(({ by, action }) => memberRolesThatMay(by, action).length > 0);

/**
 * Parses a call for options (`select=true`): search, keys, and conditions on fields that the caller reads in the list
 * of these rows. A condition discloses data of the rows it matches, so it applies only to rows the list would show.
 */
export function readChoiceQuery(
  { find }: Pick<ServicesToReadRows, 'find'>,
  resource: AnyResource,
  caller: Caller,
  params: Readonly<Record<string, unknown>>,
): ParsedListQuery {
  // pending work and handler are not part of an option
  const { awaitsMe: _awaitsMe, handledByMe: _handledByMe, ...query } = readListQuery(resource, params);
  const hidden = conditionHidingRowsByDefault(resource);
  const isHiding = (one: ListCondition) => one === hidden;
  // a citation on a day may name a version that has been amended since
  if (namesDayOfCitation(params.of, find)) query.conditions = query.conditions.filter((one) => !isHiding(one));
  const shown = ['id', resource.title, resource.tree];
  const [byDefault] = resource.order ?? ['id'];
  const filtered = [...query.conditions, ...(query.anyOf?.flat() ?? [])].filter(
    (one) => !shown.includes(one.field) && !isHiding(one) && !(one.field === resource.archived && one.value === '0'),
  );
  const unread = filtered.find(({ field }) => !readsInList(resource, field, caller, find));
  if (unread)
    throw badParameter(
      `选择时不能按 ${clip(unread.field)} 筛选`,
      `Options cannot be filtered by ${clip(unread.field)}`,
    );
  if (filtered.length > 0) query.listed = true;
  if (!shown.includes(query.order.field) && query.order.field !== byDefault)
    throw badParameter(`选择时不能按 ${query.order.field} 排序`, `Options cannot be sorted by ${query.order.field}`);
  if (query.initial && query.initial.field !== 'id')
    throw badParameter(`选项只能按编号读取`, 'Options are looked up by their keys');
  return query;
}

/** Whether a reference, named as in {@link reachOfReference}, cites on a day. */
function namesDayOfCitation(named: unknown, find: FindResource): boolean {
  const [, name = '', field = ''] = (typeof named === 'string' && /^([\w/]+)\.(\w+)$/.exec(named)) || [];
  const fields = find(name)?.fields ?? {};
  return Object.hasOwn(fields, field) && inForceDateFieldOfCitation(fields[field] as AnyField) !== undefined;
}

/**
 * Whether a caller reads the field of a condition in the list, unmasked; of a referenced row, key and title are shown.
 */
function readsInList(resource: AnyResource, path: string, caller: Caller, find: FindResource): boolean {
  if (!mayListUnlessWithheldFromMemberGroup(resource, caller)) return false;
  const fields = allColumnsOf(withFieldsVisibleToCaller(resource, caller, find));
  const related = path.includes('.') ? findReferencedRowFilter(resource, path, find) : undefined;
  if (related && related.column !== 'id' && related.column !== related.target.title) return false;
  const own = related?.own ?? path;
  const one = Object.hasOwn(fields, own) ? fields[own] : undefined;
  return one !== undefined && one.list !== 'never' && one.privacy === undefined && !isMaskedForOfficers(one);
}

const clip = (name: string) => name.replace(/[^\w.]/g, '').slice(0, 40);

export const isChoiceCall = ({ select }: Readonly<Record<string, unknown>>): boolean =>
  select === true || select === 'true' || select === '1' || select === 1;
