import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { enabledOptions } from './admin.ts';

/** A group of officers with its permissions; nobody grants what they do not hold (wire contract §2.7 auth.group). */
export const adminGroup = resource({
  name: 'auth/group',
  label: text('管理组', 'Groups'),
  icon: 'usergroup-add',
  title: 'name',
  titleEnglish: 'name_en',
  scope: 'all',
  grants: 'rules',
  tree: 'pid',
  actions: ['index', 'add', 'edit', 'del'],
  nulls: false,
  fields: {
    pid: field.parent(text('上级组', 'Parent group'), { to: 'auth/group', list: 'offered' }),
    name: field.text(text('组名', 'Group name'), { required: true, max: 100, search: true }),
    name_en: field.text(text('英文名称', 'English name'), { max: 100, search: true, list: 'offered' }),
    rules: field.branches(text('权限', 'Permissions'), {
      to: 'auth/menu',
      required: true,
      filter: false,
      reach: 'all', // the hook checks what may be granted (wire contract §2.7)
    }),
    second_factor: field.switch(text('须二次验证', 'Two-factor verification required'), { initial: '0' }),
    status: field.radio(text('状态', 'Status'), { options: enabledOptions, initial: '1', required: true }),
  },
});
export interface AdminGroup extends Row<typeof adminGroup> {}
