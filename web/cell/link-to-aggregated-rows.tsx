import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ReferringRowsAggregate } from '#kernel/declaration/field-value-computed-from-referring-rows.ts';
import { toListConditions } from '#kernel/field/convert-row-conditions-to-list-filter.ts';
import { writeListQuery } from '#kernel/list/list-query-in-url.ts';
import { shanghaiDateOf } from '#kernel/time/shanghai-time.ts';
import { serverNow } from '#web/http/server-clock.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';

/** A number counted or summed from other rows, as a link to the list of these rows. */
export function LinkToAggregatedRows({
  from,
  id,
  children,
}: {
  from: ReferringRowsAggregate;
  id: number;
  children: ReactNode;
}) {
  const resource = findResource(from.of);
  if (!resource) return <>{children}</>;
  const conditions = [
    { field: from.by, operator: '=' as const, value: String(id) },
    ...toListConditions(from.where ?? [], shanghaiDateOf(serverNow())),
  ];
  const address = writeListQuery({ conditions, keyword: '' });
  return (
    <Link to={`${resourcePath(resource)}?${address.toString()}`} onClick={(event) => event.stopPropagation()}>
      {children}
    </Link>
  );
}
