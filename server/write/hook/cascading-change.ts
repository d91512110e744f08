import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Sql } from '#server/db/sql.ts';
import type { ChangeRowsOrder, NewRowValues } from './change-rows-order.ts';

/**
 * Changes rows as a consequence of another write. Each gets its own history; the caller's scope does not restrict them.
 */
export type CascadeChange = <R extends AnyResource>(
  resource: R,
  where: Sql,
  set: NewRowValues<R>,
  more?: Pick<ChangeRowsOrder<R>, 'action' | 'emits'>,
) => Promise<number[]>;
