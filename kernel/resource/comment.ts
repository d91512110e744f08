import type { AnyResource } from '../declaration/resource.ts';
import { actionsOf } from './permission-nodes.ts';

/** Most characters of a comment. */
export const maxCommentLength = 2000;

/** Seconds within which its author may change what a comment says; withdrawn within them it leaves nothing behind. */
export const commentEditSeconds = 600;

/**
 * Whether people talk about rows of a resource among themselves, officers with officers and members with members: what
 * people write and others see, unless it says `comments: false`.
 */
export const hasComments = (one: AnyResource): boolean =>
  one.comments !== false &&
  !one.copies &&
  one.granted !== false &&
  actionsOf(one).some((action) => action === 'add' || action === 'edit');
