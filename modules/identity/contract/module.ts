import { module_ } from '#kernel/module.ts';
import { text } from '#kernel/text.ts';
import { admin } from './admin.ts';
import { adminLog } from './admin-log.ts';
import { department } from './department.ts';
import { group } from './group.ts';
import { menu } from './menu.ts';

export const identityModule = module_({
  name: 'auth',
  label: text('组织与权限', 'Organisation'),
  icon: 'team',
  weigh: 30,
  entries: [admin, group, menu, department, adminLog],
});
