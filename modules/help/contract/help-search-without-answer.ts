import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

const server = { write: 'server' } as const;

/** What people searched the help for without finding anything: the questions that still have to be answered. */
export const helpMiss = resource({
  name: 'help/miss',
  label: text('未找到的问题', 'Searches without result'),
  empty: text('没有搜不到的问题', 'Every search found something'),
  icon: 'file-search',
  title: 'query',
  scope: 'all',
  order: ['times', 'desc'],
  actions: ['index', 'del', 'export'],
  recycle: false,
  comments: false,
  keep: { days: 180, from: 'last_at', most: 5000 },
  fields: {
    query: field.text(text('查找的字词', 'Searched for'), { ...server, search: true }),
    times: field.integer(text('次数', 'Times'), { ...server, quantity: true }),
    last_at: field.datetime(text('最近一次', 'Last'), server),
  },
});
export interface HelpMiss extends Row<typeof helpMiss> {}
