import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** The group of newly registered members (wire contract §2.9); created with the database. */
export const firstGroup = 1;

/** A group of members, with the screens of the member centre it may open (wire contract §2.7 user.group). */
export const memberGroup = resource({
  name: 'user/group',
  label: text('会员组', 'Member groups'),
  icon: 'usergroup-add',
  title: 'name',
  titleEnglish: 'name_en',
  scope: 'all',
  nulls: false,
  actions: ['index', 'add', 'edit', 'del'],
  fields: {
    name: field.text(text('组名', 'Group name'), { required: true, max: 50, search: true }),
    name_en: field.text(text('英文名称', 'English name'), { max: 100, search: true, list: 'offered' }),
    rules: field.branches(text('权限', 'Permissions'), {
      to: 'user/rule',
      required: true,
      filter: false,
      list: 'never',
    }),
    status: field.switch(text('启用', 'Enabled'), { initial: '1', required: true }),
  },
});
export interface MemberGroup extends Row<typeof memberGroup> {}
