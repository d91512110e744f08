import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { checkItemSeverities } from '#modules/library/contract/check-item/check-item-options.ts';

/**
 * A problem that an order names: what was found, which provision it violates and what has to be done. Edited in the
 * form of the order.
 */
export const problem = resource({
  name: 'reform/problem',
  label: text('整改问题', 'Problems to correct'),
  icon: 'alert',
  title: 'problem',
  subtitle: ['order_id', 'severity'],
  scope: 'parent',
  partOf: 'order_id',
  sortable: true,
  actions: ['index', 'export'],
  comments: false,
  members: { owner: ['index'], operator: ['index'], viewer: ['index'] },
  measures: {
    problems: {
      label: text('责令改正的问题', 'Problems ordered to be corrected'),
      by: ['severity', 'repeated'],
      at: 'ordered_on',
      where: [['ordered_on', 'NOT NULL']],
    },
    repeated: {
      label: text('重复问题占比（%）', 'Share of repeated problems (%)'),
      percent: { where: [['repeated', '=', '1']] },
      by: ['severity', 'item_id'],
      at: 'ordered_on',
      where: [['ordered_on', 'NOT NULL']],
    },
  },
  fields: {
    order_id: field.reference(text('责令改正', 'Order'), { to: 'reform/order', required: true }),
    item_id: field.reference(text('检查事项', 'Check item'), {
      to: 'library/checkItem',
      cites: true,
      reach: 'all',
    }),
    problem: field.textarea(text('问题', 'Problem'), { required: true, min: 2, max: 1000, search: true }),
    law: field.text(text('依据', 'Provision'), {
      required: true,
      max: 300,
      hint: text('如《旅游法》第四十一条', 'Such as Tourism Law, Art. 41'),
    }),
    requirement: field.textarea(text('改正要求', 'Requirement'), { required: true, min: 2, max: 1000 }),
    severity: field.select(text('严重程度', 'Severity'), {
      required: true,
      options: checkItemSeverities,
      initial: '3',
    }),
    before: field.images(text('整改前照片', 'Pictures before'), { private: true, max: 9, list: 'offered' }),
    // empty before the order is issued, and when it is withdrawn
    ordered_on: field.date(text('责令日期', 'Ordered on'), { write: 'server', list: 'offered' }),
    pictures: field.integer(text('本次已上传照片数', 'Pictures of this submission'), {
      write: 'server',
      list: 'offered',
      quantity: true,
    }),
    answered: field.switch(text('已上传整改后照片', 'Pictures after sent'), { write: 'server' }),
    // pictures of later submissions answer the problem
    requested_round: field.integer(
      text('重新整改前的提交次数', 'Submissions before corrections were requested again'),
      {
        write: 'server',
        list: 'never',
      },
    ),
    repeated: field.switch(text('重复问题', 'Repeated'), { write: 'server', alarms: true }),
    repeats: field.integer(text('两年内责令改正次数', 'Earlier orders within two years'), {
      write: 'server',
      list: 'offered',
    }),
  },
});
export interface Problem extends Row<typeof problem> {}
