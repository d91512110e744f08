import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';

/** Form by which the agency or the guide replies to a rating; one reply per rating. */
export const ratingReplyForm = {
  title: text('答复评价', 'Reply to rating'),
  lead: text('只能答复一次，答复后不能修改。', 'You can reply once; the reply cannot be changed.'),
  ok: text('提交答复', 'Submit reply'),
  path: '/api/crew.rating/reply',
  fields: { reply: field.textarea(text('答复', 'Answer'), { required: true, max: 500 }) },
} as const;
