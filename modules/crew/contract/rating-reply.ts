import { field } from '#kernel/field.ts';
import { text } from '#kernel/text.ts';

/** What the agency or the guide is asked for who answers a rating: the call takes one answer, and no second. */
export const ratingReply = {
  title: text('答复评价', 'Answer a rating'),
  lead: text('只能答复一次，答复后不能修改。', 'There is one answer, and it is not changed afterwards.'),
  ok: text('提交答复', 'Send the answer'),
  path: '/api/crew.rating/reply',
  fields: { reply: field.textarea(text('答复', 'Answer'), { required: true, max: 500 }) },
};
