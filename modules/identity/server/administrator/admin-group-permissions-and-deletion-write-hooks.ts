import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { adminGroup } from '../../contract/admin-group.ts';
import {
  clearRightsCacheAfterCommit,
  refusalAsForbidden,
  refuseGroupsBeyondOwnRights,
  requireRemainingSuperAdministrator,
} from './refuse-groups-beyond-own-rights-or-loss-of-last-super-admin.ts';

const texts = {
  ownGroups: text('不能修改自己所在的管理组！', 'You cannot change your own groups!'),
  moreThanOwn: text(
    '您需要拥有该分组的所有权限且还有额外权限时，才可以操作该分组~',
    'You need all rights of the group and more to operate on it~',
  ),
  inUse: text('该分组仍有管理员，不能删除', 'The group still has administrators and cannot be deleted'),
  children: text('请首先删除子元素，或使用批量删除！', 'Please delete the children first, or delete them together!'),
};

/** Fields of a group that affect its members' sessions. */
const decisive = ['rules', 'status', 'second_factor'] as const;

type Decisive = Readonly<Partial<Record<(typeof decisive)[number], unknown>>>;

const changes = (values: Decisive, before: Decisive): boolean =>
  decisive.some((name) => values[name] !== undefined && JSON.stringify(values[name]) !== JSON.stringify(before[name]));

/** Hooks of groups: permissions are a proper subset of the caller's; the caller's own groups cannot be changed. */
export function adminGroupWriteHooks(forget: () => void): WriteHooks<typeof adminGroup> {
  async function check(context: WriteContext<typeof adminGroup>): Promise<void> {
    const { values, tx, caller, before } = context;
    if (before) {
      const own = await tx.row(sql`select 1 from auth_admin where id = ${caller.id} and ${before.id} = any(group_arr)`);
      // own groups are changed by others only
      if (own && caller.type === 'admin' && changes(values, before)) throw refusalAsForbidden(texts.ownGroups);
      await refuseGroupsBeyondOwnRights(
        tx,
        caller,
        [{ id: before.id, rules: before.rules as number[] | null }],
        texts.moreThanOwn,
      );
    }
    if (values.rules === null)
      await refuseGroupsBeyondOwnRights(tx, caller, [{ id: before?.id ?? 0, rules: null }], texts.moreThanOwn);
    if (Array.isArray(values.rules)) {
      const all = await tx.row<{ n: number }>('select count(*)::int as n from auth_menu');
      const rules = [...new Set(values.rules as number[])];
      if (all && rules.length === all.n) values.rules = null; // all rules, including future ones
      await refuseGroupsBeyondOwnRights(
        tx,
        caller,
        [{ id: before?.id ?? 0, rules: values.rules as number[] | null }],
        texts.moreThanOwn,
      );
    }
    if (before && (values.rules !== undefined || values.status === '0'))
      context.afterStore(() => requireRemainingSuperAdministrator(tx));
    clearRightsCacheAfterCommit(context, forget);
  }
  return {
    add: check,
    edit: check,
    async del(context) {
      const { before, tx, caller } = context;
      await refuseGroupsBeyondOwnRights(
        tx,
        caller,
        [{ id: before?.id ?? 0, rules: (before?.rules ?? null) as number[] | null }],
        texts.moreThanOwn,
      );
      if (await tx.row(sql`select 1 from auth_admin where ${before?.id ?? 0} = any(group_arr) limit 1`))
        throw refusalAsForbidden(texts.inUse);
      if (await tx.row(sql`select 1 from auth_group where pid = ${before?.id ?? 0} limit 1`))
        throw refusalAsForbidden(texts.children);
      clearRightsCacheAfterCommit(context, forget);
    },
    async restore({ tx, caller, row }) {
      const rules = row.rules as number[] | null;
      await refuseGroupsBeyondOwnRights(tx, caller, [{ id: row.id as number, rules }], texts.moreThanOwn);
    },
  };
}
