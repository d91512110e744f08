import { rolesThatMay } from '#kernel/access/member-role.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { memberOwner } from '#kernel/resource/columns.ts';
import { scopeResourceOf } from '#kernel/resource/parent.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { ownersOnlyText } from './owners-only.ts';
import { areaOf, firstParentWith, hearersOf, seenIn } from './parent-row.ts';

/**
 * Where a row of alias `t` lies and whose it is, as columns `area` and `areas` (in which it is seen, where these are
 * others), `owner` and `people` (members who may see it),
 * `department` and `admin`, and whether no officer meets it (`owners_only`): what is told of it, and every copy that
 * outlives it, carries them.
 */
export function audienceColumnsOf(resource: AnyResource, find: FindResource): Sql {
  const cache = belonging.get(find) ?? new WeakMap<AnyResource, Sql>();
  belonging.set(find, cache);
  const columns = cache.get(resource) ?? composeBelonging(resource, find);
  cache.set(resource, columns);
  return columns;
}

const belonging = new WeakMap<FindResource, WeakMap<AnyResource, Sql>>();

function composeBelonging(resource: AnyResource, find: FindResource): Sql {
  const owner = rolesThatMay(resource, 'index').includes('owner')
    ? firstParentWith(resource, find, memberOwner)
    : undefined;
  const department = firstParentWith(resource, find, (one) =>
    one.scope === 'department' ? 'department_id' : undefined,
  );
  const admin = firstParentWith(resource, find, (one) => (one.scope === 'own' ? one.owner : undefined));
  return sql.raw(
    `${ownersOnlyText(resource, find) ?? 'false'} as owners_only,
    ${areaOf(resource, find) ?? 'null::text'} as area, ${seenIn(resource, find)} as areas, ${owner ?? 'null::bigint'} as owner, ${hearersOf(resource, find)} as people, ${department ?? 'null::bigint'} as department, ${admin ?? 'null::bigint'} as admin`,
  );
}

/** The scope of a copy of what was its owner's alone: no officer reads it, nor puts it back. */
export const ownersScope = 'owners';

/** What a copy of a row `w` with these columns goes by where it is read. */
export const scopeOfCopy = (resource: AnyResource, find: FindResource): Sql =>
  sql`case when w.owners_only then ${ownersScope} else ${scopeResourceOf(resource, find).scope} end`;
