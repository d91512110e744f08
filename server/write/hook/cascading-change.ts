import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Sql } from '#server/db/sql.ts';
import type { RowSet, RowSetOrder } from './row-changes.ts';

/**
 * Changes rows as a consequence of another write. Each gets its own history; the caller's scope does not restrict them.
 */
export type ChangeFollowing = <R extends AnyResource>(
  resource: R,
  where: Sql,
  set: RowSet<R>,
  more?: Pick<RowSetOrder<R>, 'action' | 'emits'>,
) => Promise<number[]>;
