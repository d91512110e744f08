import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/call-description.ts';
import { integer, list, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';

/** Descriptions of the calls of shared and watched views for the API document. */
export const savedViewCalls: CallDescriptions = {
  'admin/auth.view/mine': {
    summary: text('一个列表的共享视图，与本人关注的视图', 'Shared views of a list and the views one follows'),
    query: { list: field.text(text('列表', 'List'), { required: true, max: 60 }) },
    data: object({
      shared: list(object({ id: integer, name: string, address: string, group: { type: ['string', 'null'] } })),
      watched: list(object({ id: integer, name: string, address: string })),
    }),
  },
  'admin/auth.view/watch': {
    summary: text('关注一个视图：有新记录时告知', 'Follow a view: be notified of new records'),
    body: {
      list: field.text(text('列表', 'List'), { required: true, max: 60 }),
      name: field.text(text('名称', 'Name'), { required: true, max: 40 }),
      address: field.text(text('条件', 'Filter'), { required: true, max: 2000 }),
    },
    data: object({ id: integer }),
  },
  'admin/auth.view/unwatch': {
    summary: text('不再关注一个视图', 'Unfollow a view'),
    body: { id: field.integer(text('编号', 'ID'), { required: true, min: 1 }) },
    data: nothing,
  },
};
