import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Sql } from '#server/db/sql.ts';
import type { ChangeRowsRequest, NewRowValues } from './change-rows-request-type.ts';

/**
 * Changes rows as a consequence of another write. Each gets its own history; the caller's scope does not restrict them.
 */
export type CascadeRowChange = <R extends AnyResource>(
  resource: R,
  where: Sql,
  set: NewRowValues<R>,
  more?: Pick<ChangeRowsRequest<R>, 'action' | 'emits'>,
) => Promise<number[]>;
