import type { AnyResource } from '../declaration/resource.ts';
import { actionsOf } from './permission-nodes.ts';

/** Maximum number of characters of a comment. */
export const maxCommentLength = 2000;

/** Seconds within which the author may edit a comment. A comment deleted within them leaves no trace. */
export const commentEditSeconds = 600;

/**
 * Whether rows have comments, separately for officers and for members. Default: yes, if people write the rows and
 * others see them. `comments: false` disables them.
 */
export const hasComments = (one: AnyResource): boolean =>
  one.comments !== false &&
  !one.copies &&
  one.granted !== false &&
  actionsOf(one).some((action) => action === 'add' || action === 'edit');
