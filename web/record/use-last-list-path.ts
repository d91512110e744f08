import type { AnyResource } from '#kernel/declaration/resource.ts';
import { useLastShownList } from '#web/resource/previous-and-next-in-list.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';

/** Path of the list of a resource as it was last shown in this window, with filter, order and page. */
export function useLastListPath(resource: AnyResource): string {
  const search = useLastShownList(resource)?.search;
  return `${resourcePath(resource)}${search ? `?${search}` : ''}`;
}
