import { memberRolesThatMay } from '#kernel/access/member-rights-by-role.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { fieldWithOwningMember } from '#kernel/resource/all-columns-of-resource.ts';
import { scopeResourceOf } from '#kernel/resource/parent-resource.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { areaOfRowSql, areasWhereRowIsSeenSql } from './areas-where-row-is-seen-sql.ts';
import { ownOrParentColumnSql } from './columns-read-through-parent-row-sql.ts';
import { eventRecipientsOf } from './members-who-hold-row-sql.ts';
import { ownersOnlyText } from './rows-visible-to-owners-only.ts';

/**
 * Who may see a row of alias `t`, as columns for events and copies, which outlive the row: `area`, `areas` (all areas
 * in which it is seen, if there are others), `owner`, `people` (members who may see it), `department`, `admin`, and
 * `owners_only` (hidden from officers).
 */
export function rowVisibilitySnapshotColumns(resource: AnyResource, find: FindResource): Sql {
  const cache = audienceCache.get(find) ?? new WeakMap<AnyResource, Sql>();
  audienceCache.set(find, cache);
  const columns = cache.get(resource) ?? composeAudience(resource, find);
  cache.set(resource, columns);
  return columns;
}

const audienceCache = new WeakMap<FindResource, WeakMap<AnyResource, Sql>>();

function composeAudience(resource: AnyResource, find: FindResource): Sql {
  const owner = memberRolesThatMay(resource, 'index').includes('owner')
    ? ownOrParentColumnSql(resource, find, fieldWithOwningMember)
    : undefined;
  const department = ownOrParentColumnSql(resource, find, (one) =>
    one.scope === 'department' ? 'department_id' : undefined,
  );
  const admin = ownOrParentColumnSql(resource, find, (one) => (one.scope === 'own' ? one.owner : undefined));
  return sql.raw(
    `${ownersOnlyText(resource, find) ?? 'false'} as owners_only,
    ${areaOfRowSql(resource, find) ?? 'null::text'} as area, ${areasWhereRowIsSeenSql(resource, find)} as areas, ${owner ?? 'null::bigint'} as owner, ${eventRecipientsOf(resource, find)} as people, ${department ?? 'null::bigint'} as department, ${admin ?? 'null::bigint'} as admin`,
  );
}

/** The scope of copies that only the owner may see: no officer reads or restores them. */
export const ownersOnlyScope = 'owners';

/** The scope of a copy of row `w` with these columns. */
export const scopeFromVisibilitySnapshot = (resource: AnyResource, find: FindResource): Sql =>
  sql`case when w.owners_only then ${ownersOnlyScope} else ${scopeResourceOf(resource, find).scope} end`;
