import { field } from '#kernel/field.ts';
import { messageTemplate } from '#kernel/message-template.ts';
import { type Row, resource } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';
import { nameableLists } from '#modules/security/contract/nameable.ts';

/** Whom a view of a list is for, besides views one keeps for oneself. */
export const audiences = {
  all: text('全体管理员', 'All administrators'),
  group: text('一个管理组', 'One group'),
} as const;

/** A query of a list that is shared by name: read by whom it is for, changed by whoever is granted this. */
export const view = resource({
  name: 'auth/view',
  label: text('共享视图', 'Shared views'),
  icon: 'eye',
  title: 'name',
  scope: 'all',
  actions: ['index', 'add', 'edit', 'del'],
  fields: {
    name: field.text(text('名称', 'Name'), { required: true, max: 40, search: true }),
    list: field.select(text('列表', 'List'), { required: true, words: nameableLists }),
    address: field.text(text('条件', 'Filter'), {
      required: true,
      max: 2000,
      list: 'offered',
      hint: text('列表地址中“?”之后的部分', 'The part of the list’s address after “?”'),
    }),
    audience: field.radio(text('可用范围', 'Available to'), { options: audiences, initial: 'all', required: true }),
    group_id: field.reference(text('管理组', 'Group'), {
      to: 'auth/group',
      hint: text('可用范围为“一个管理组”时必选', 'Required when available to one group'),
    }),
  },
});
export interface View extends Row<typeof view> {}

/** A shared view as a list offers it, and what somebody is told of. */
export interface OfferedViews {
  readonly shared: readonly { id: number; name: string; address: string; group: string | null }[];
  readonly watched: readonly { id: number; name: string; address: string }[];
}

/** Rows that came into a view somebody asked to be told of. */
export const viewEntered = messageTemplate({
  code: 'view_entered',
  inbox: 'todo',
  label: text('视图中有新记录', 'New records in view'),
  words: text('{list}的视图“{view}”新增 {n} 条：{titles}', '{n} new records in view “{view}” of {list}: {titles}'),
  places: {
    list: { ...text('列表', 'List'), sample: '企业' },
    view: { ...text('视图', 'View'), sample: '待我办' },
    n: { ...text('条数', 'Number of records'), sample: '3' },
    titles: { ...text('记录', 'Records'), sample: '昆明滇池国际旅行社有限公司' },
  },
});
