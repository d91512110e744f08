import { countryCode } from '#kernel/kind/linked/area.ts';
import { text } from '#kernel/text/text.ts';
import { findAdminPasswordFault } from '#server/auth/find-admin-password-fault.ts';
import { endPendingSignIns, revokeAccess } from '#server/auth/revoke-access-of-account.ts';
import { endSessions } from '#server/auth/start-refresh-and-end-sessions-by-token.ts';
import { coversArea } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import {
  changedCredentials,
  notifyAccountChanged,
} from '#server/message/notify-person-of-credential-changes-and-new-devices.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { admin } from '../../contract/admin.ts';
import { securitySettings } from '../../contract/security-settings.ts';
import { addGroupsOfAssignedOfficerPositions } from './add-groups-of-assigned-officer-positions.ts';
import {
  clearRightsCacheAfterCommit,
  type RightsOfGroup,
  readGroupsOfAdmin,
  refusalAsForbidden,
  refuseGroupsBeyondOwnRights,
  requireRemainingSuperAdministrator,
} from './refuse-groups-beyond-own-rights-or-loss-of-last-super-admin.ts';

const texts = {
  ownDisable: text(
    '请使用另外的管理员账户禁用当前账户！',
    'Please use another administrator account to disable the current account!',
  ),
  ownGroups: text('不能修改自己所在的管理组！', 'You cannot change your own groups!'),
  foreignGroup: text('您没有权限向此分组添加管理员！', 'You have no permission to add an administrator to this group!'),
  ownArea: text('不能授予超出自己管辖范围的地区', 'The area is outside your jurisdiction'),
};

/**
 * Hooks of accounts: hash passwords, keep permissions and areas within the caller's, keep at least one super
 * administrator.
 */
export function adminAccountWriteHooks(forget: () => void): WriteHooks<typeof admin> {
  async function check(context: WriteContext<typeof admin>): Promise<void> {
    const { values, caller, tx, before } = context;
    await addGroupsOfAssignedOfficerPositions(context);
    if (values.password) {
      const fault = await findAdminPasswordFault(
        String(values.password),
        String(values.username ?? before?.username ?? ''),
      );
      if (fault) context.fail('password', fault);
      // a password set by somebody else must be changed at first sign-in
      const byAnother = !before || before.id !== caller.id || caller.type !== 'admin';
      const mustChange = context.engine.settings(securitySettings).first_change !== 'never';
      values.password_due = byAnother && mustChange ? '1' : '0';
    }
    if (Array.isArray(values.group_arr) && JSON.stringify(values.group_arr) !== JSON.stringify(before?.group_arr)) {
      if (before && before.id === caller.id && caller.type === 'admin') throw refusalAsForbidden(texts.ownGroups);
      await refuseGroupsBeyondOwnRights(
        tx,
        caller,
        await tx.rows<RightsOfGroup>(
          sql`select id, rules from auth_group where id = any(${values.group_arr as number[]}::bigint[])`,
        ),
        texts.foreignGroup,
      );
    }
    // stock clients send no jurisdiction: the new account gets the caller's
    if (!values.area_code && (!before || values.area_code === null)) values.area_code = caller.areaCode || countryCode;
    if (typeof values.area_code === 'string' && !coversArea(caller, values.area_code))
      context.fail('area_code', texts.ownArea);
    if (before && values.status === '0' && before.id === caller.id) throw refusalAsForbidden(texts.ownDisable);
    if (before && (values.status === '0' || values.group_arr))
      context.afterStore(() => requireRemainingSuperAdministrator(tx));
    if (before && (values.password || values.status === '0')) {
      context.afterStore(async (id) => {
        const who = { type: 'admin', id } as const;
        if (id !== caller.id) return void (await revokeAccess(tx, who));
        await endPendingSignIns(tx, who);
        await endSessions(tx, who, { except: caller.sessionId });
      });
    }
    if (before) {
      const changed = changedCredentials(values, before);
      const locale = before.id === caller.id ? caller.locale : undefined;
      if (changed.length > 0)
        context.afterStore((id) =>
          notifyAccountChanged(context.engine, tx, { type: 'admin', id }, changed, { before, locale }),
        );
    }
    clearRightsCacheAfterCommit(context, forget);
  }
  return {
    add: check,
    async edit(context) {
      await refuseGroupsBeyondOwnRights(
        context.tx,
        context.caller,
        context.before.id === context.caller.id ? [] : await readGroupsOfAdmin(context.tx, context.before.id),
        texts.foreignGroup,
      );
      await check(context);
    },
    async del(context) {
      const { before, caller, tx } = context;
      if (before?.id === caller.id) throw refusalAsForbidden(texts.ownDisable);
      await refuseGroupsBeyondOwnRights(tx, caller, await readGroupsOfAdmin(tx, before?.id ?? 0), texts.foreignGroup);
      await endSessions(tx, { type: 'admin', id: before?.id ?? 0 });
      context.afterStore(() => requireRemainingSuperAdministrator(tx));
      clearRightsCacheAfterCommit(context, forget);
    },
    async restore({ tx, caller, row }) {
      const groups = sql`select id, rules from auth_group where id = any(${row.group_arr as number[]}::bigint[])`;
      await refuseGroupsBeyondOwnRights(tx, caller, await tx.rows<RightsOfGroup>(groups), texts.foreignGroup);
    },
  };
}
