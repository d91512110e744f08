import type { AnyResource } from '../declaration/resource.ts';
import { standardActionsOf } from './permission-nodes.ts';

/** Maximum number of characters of a comment. */
export const maxCommentLength = 2000;

/** How many seconds the author may edit a comment. A comment that is deleted within this time leaves no trace. */
export const commentEditSeconds = 600;

/**
 * Whether rows have comments, which are separate for officers and for members. Rows that people write and others see
 * have them, unless the resource declares `comments: false`.
 */
export const canRowsBeCommentedOn = (one: AnyResource): boolean =>
  one.comments !== false &&
  !one.copies &&
  one.granted !== false &&
  standardActionsOf(one).some((action) => action === 'add' || action === 'edit');
