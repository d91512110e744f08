import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { maxCommentLength } from '#kernel/resource/comment-limits-and-rows-open-to-comments.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

const server = { write: 'server' } as const;

/**
 * Comments on a record: officers discuss with officers, members with the others who hold the record. They appear in the
 * record's timeline, for everybody who can see the record. A member's comment has `user_id` instead of `admin_id`.
 * Calls: `modules/message/server/comments-and-mentions-controllers.ts`.
 */
export const comment = resource({
  name: 'message/comment',
  label: text('批注', 'Comments'),
  icon: 'comment',
  title: 'author',
  scope: 'own',
  owner: 'admin_id',
  granted: false,
  actions: [],
  fields: {
    content: field.textarea(text('批注', 'Comment'), { required: true, max: maxCommentLength }),
    author: field.text(text('批注人', 'Commenter'), server),
    subject: field.subject(text('记录', 'Record'), server),
    edited_at: field.datetime(text('修改于', 'Edited at'), server),
    withdrawn_at: field.datetime(text('撤回于', 'Withdrawn at'), server),
    admin_id: field.integer(text('管理员', 'Administrator'), { key: true, ...server, list: 'never', filter: false }),
  },
});
export interface Comment extends Row<typeof comment> {}

/** Maximum number of officers mentioned in one comment. */
export const maxMentions = 20;
