import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { writeListQuery } from '#kernel/list/list-query-in-url.ts';
import type { ListWithFilterConditions } from '#web/cell/list-with-filter-conditions.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import { can } from '#web/session/session.ts';

/** A figure as a link to the list of the rows it counts; only its text for those who may not open the list. */
export function LinkToFilteredList({
  to: { of, conditions },
  children,
}: {
  to: ListWithFilterConditions;
  children: ReactNode;
}) {
  if (!can(`${of}/index`)) return <>{children}</>;
  const address = writeListQuery({ conditions, keyword: '' });
  return <Link to={`${resourcePath({ name: of })}?${address.toString()}`}>{children}</Link>;
}
