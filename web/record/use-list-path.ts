import type { AnyResource } from '#kernel/declaration/resource.ts';
import { useLastWalk } from '#web/resource/walk.ts';
import { addressOf } from '#web/session/area.ts';

/** The address of a resource's list as it was last looked at in this window, with its filter, order and page. */
export function useListPath(resource: AnyResource): string {
  const search = useLastWalk(resource)?.search;
  return `${addressOf(resource)}${search ? `?${search}` : ''}`;
}
