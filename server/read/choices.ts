import { type Fields, targetsOf } from '#kernel/field.ts';
import { isHeldAbove, rolesThatMay } from '#kernel/holding.ts';
import { listsOf } from '#kernel/kind/rows.ts';
import type { Move } from '#kernel/lifecycle.ts';
import { parentOf } from '#kernel/part.ts';
import { askedField } from '#kernel/reach.ts';
import { type AnyResource, actionsOf, nodesOf } from '#kernel/resource.ts';
import { isKeptBack } from '#kernel/restricted.ts';
import { type Caller, can } from '#server/caller.ts';
import type { Sql } from '#server/db/sql.ts';
import { badParameter } from '#server/refusal.ts';
import type { ReadContext } from './context.ts';
import { knownTo } from './known.ts';
import { type ListQuery, readListQuery } from './query.ts';
import { reachedRows } from './reach.ts';

/** Resources by name whose forms or moves refer to a resource: read once per set of declarations. */
const referring = new WeakMap<readonly AnyResource[], ReadonlyMap<string, ReadonlySet<AnyResource>>>();

function referringOf(resources: readonly AnyResource[]): ReadonlyMap<string, ReadonlySet<AnyResource>> {
  const known = referring.get(resources);
  if (known) return known;
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

/** The references and choices by which forms name rows of a resource, each as `of` takes it. */
export const referencesTo = (resources: readonly AnyResource[], resource: AnyResource): string[] =>
  [...(referringOf(resources).get(resource.name) ?? [])].flatMap((one) => {
    const inputs = Object.values<Move>(one.life?.moves ?? {}).map((move) => move.input ?? {});
    const names = [one.fields, ...inputs].flatMap((fields: Fields) =>
      Object.entries(fields).flatMap(([name, field]) =>
        field.privacy !== 'hidden' &&
        targetsOf(field).some(({ key, resource: to }) => key === 'id' && to === resource.name)
          ? [`${one.name}.${name}`]
          : [],
      ),
    );
    return [...new Set(names)];
  });

/**
 * Whether a caller may choose among the rows of a resource: who may list them, and who may do anything with rows that
 * refer to them. What nothing refers to (a message, a log entry) is nowhere to choose.
 */
export function mayChoose(resources: readonly AnyResource[], resource: AnyResource, caller: Caller): boolean {
  if (mayList(resource, caller)) return true;
  return [...(referringOf(resources).get(resource.name) ?? [])].some((one) =>
    nodesOf(one).some(({ node }) => can(caller, node)),
  );
}

/** Whether a caller may list rows of a resource: by their node, as everybody may what is their own, or in some role of a member. */
export const mayList = (resource: AnyResource, caller: Caller): boolean =>
  caller.type === 'member'
    ? rolesThatMay(resource, 'index').length > 0
    : (resource.granted === false && actionsOf(resource).includes('index')) || can(caller, `${resource.name}/index`);

/**
 * The rows a call that chooses may show, where it names the reference it chooses for (`of=enterprise/enterprise.parent_id`):
 * null: all. Undefined where it names none, or one the caller writes nothing by: then they are the caller's own.
 */
export function readReach(
  { find }: Pick<ReadContext, 'find'>,
  resource: AnyResource,
  caller: Caller,
  named: unknown,
): Sql | null | undefined {
  const [, name, field] = (typeof named === 'string' && /^([\w/]+)\.(\w+)$/.exec(named)) || [];
  const of = name === undefined ? undefined : find(name);
  const asked = of && askedField(knownTo(of, caller, find), field as string);
  if (!of || !asked || isKeptBack(asked)) return undefined;
  if (!targetsOf(asked).some((target) => find(target.resource) === resource)) return undefined;
  const writers = writtenIn(of, find);
  const does =
    caller.type === 'member'
      ? writers.flatMap((one) => writing(one).filter((action) => rolesThatMay(one, action).length > 0))[0]
      : writers.some((one) => nodesOf(one).some(({ node }) => can(caller, node))) && 'add';
  return does ? (reachedRows(asked, of, caller, find, does, resource) ?? null) : undefined;
}

/** The resources in whose forms rows of a resource are written: itself, and where they are a list of another one that. */
function writtenIn(one: AnyResource, find: ReadContext['find']): AnyResource[] {
  const whole = isHeldAbove(one) ? parentOf(one, find) : undefined;
  const isListed = whole && listsOf(whole).some(([, list]) => list.options.of === one.name);
  return isListed ? [one, ...writtenIn(whole, find)] : [one];
}

const writing = (one: AnyResource): string[] => ['add', 'edit', ...Object.keys(one.life?.moves ?? {})];

/** Whether members choose among rows of a resource: something they write refers to them. */
export const isChosenByMembers = (resources: readonly AnyResource[], resource: AnyResource): boolean =>
  [...(referringOf(resources).get(resource.name) ?? [])].some((one) =>
    writing(one).some((action) => rolesThatMay(one, action).length > 0),
  );

/** The parameters of a call that chooses (`select=true`): searched, or asked for by key. Nothing else can be asked. */
export function readChoiceQuery(resource: AnyResource, params: Readonly<Record<string, unknown>>): ListQuery {
  // whose step a row waits for, and who deals with it, are no part of what it is called
  const { awaitsMe: _awaitsMe, handledByMe: _handledByMe, ...query } = readListQuery(resource, params);
  const shown = ['id', resource.title, resource.tree];
  const [byDefault] = resource.order ?? ['id'];
  const asked = [...query.conditions, ...(query.anyOf?.flat() ?? [])].find((one) => !shown.includes(one.field))?.field;
  if (asked !== undefined)
    throw badParameter(`选择时不能按 ${clip(asked)} 筛选`, `Choices cannot be filtered by ${clip(asked)}`);
  if (!shown.includes(query.order.field) && query.order.field !== byDefault)
    throw badParameter(`选择时不能按 ${query.order.field} 排序`, `Choices cannot be ordered by ${query.order.field}`);
  if (query.initial && query.initial.field !== 'id')
    throw badParameter(`选项只能按编号读取`, 'Choices are read by their keys');
  return query;
}

const clip = (name: string) => name.replace(/[^\w.]/g, '').slice(0, 40);

export const isChoosing = ({ select }: Readonly<Record<string, unknown>>): boolean =>
  select === true || select === 'true' || select === '1' || select === 1;
