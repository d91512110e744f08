import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { department } from '../../contract/department.ts';
import type { menuEntryOrPermission } from '../../contract/menu-entry-or-permission.ts';
import { invalidMenuUrl, isValidMenuUrl } from '../../contract/menu-fields-shared-by-admin-and-member-menus.ts';
import {
  clearRightsCacheAfterCommit,
  refusalAsForbidden,
} from './refuse-groups-beyond-own-rights-or-loss-of-last-super-admin.ts';

const texts = {
  children: text('请首先删除子元素，或使用批量删除！', 'Please delete the children first, or delete them together!'),
  ruleName: text('只有超级管理员可以修改规则名称', 'Only a super administrator may change the rule name'),
  ruleUrl: text(
    '只有超级管理员可以填写或修改链接地址：菜单会显示给上级',
    'Only a super administrator may enter or change the link address: menus are also shown to higher offices',
  ),
};

/** Lets only super administrators set URLs in menus: a foreign page could ask officers for their password. */
function refuseAddress({ values, before, caller, fail }: WriteContext<typeof menuEntryOrPermission>): void {
  const set = values.url !== undefined && (values.url || '') !== (before?.url || '');
  if (set && caller.type === 'admin' && !caller.super) fail('url', texts.ruleUrl);
}

/**
 * Hooks of menu rules: check link addresses and who changes names, and refuse to delete a rule with children. The
 * database refuses cycles.
 */
export function menuEntryOrPermissionWriteHooks(forget: () => void): WriteHooks<typeof menuEntryOrPermission> {
  return {
    async add(context) {
      if (!isValidMenuUrl(context.values.url)) context.fail('url', invalidMenuUrl);
      refuseAddress(context);
      clearRightsCacheAfterCommit(context, forget);
    },
    async edit(context) {
      const { values, before, caller } = context;
      // permissions are checked by name: a granted rule must not become another
      if (!caller.super && values.name !== undefined && values.name !== before?.name)
        context.fail('name', texts.ruleName);
      if (!isValidMenuUrl(values.url)) context.fail('url', invalidMenuUrl);
      refuseAddress(context);
      context.afterCommit(() => context.engine.remarks.reload());
      clearRightsCacheAfterCommit(context, forget);
    },
    async del(context) {
      if (await context.tx.row(sql`select 1 from auth_menu where pid = ${context.before.id} limit 1`))
        throw refusalAsForbidden(texts.children);
      clearRightsCacheAfterCommit(context, forget);
    },
  };
}

export function departmentWriteHooks(forget: () => void): WriteHooks<typeof department> {
  return {
    add(context) {
      clearRightsCacheAfterCommit(context, forget);
    },
    edit(context) {
      clearRightsCacheAfterCommit(context, forget);
    },
    async del(context) {
      if (await context.tx.row(sql`select 1 from auth_department where pid = ${context.before.id} limit 1`))
        throw refusalAsForbidden(texts.children);
      clearRightsCacheAfterCommit(context, forget);
    },
  };
}
