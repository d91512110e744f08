import { countryCode } from '#kernel/kind/linked/area.ts';
import { text } from '#kernel/text/text.ts';
import { findAdminPasswordFault } from '#server/auth/admin-password-rule.ts';
import { endPendingSignIns, revokeAccess } from '#server/auth/revoke-access.ts';
import { endSessions } from '#server/auth/session-token.ts';
import { type Caller, coversArea } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { changedCredentials, notifyAccountChanged } from '#server/message/notify-account-changes.ts';
import { notFound, Refused } from '#server/refusal.ts';
import type { Hooks, WriteContext } from '#server/write/hook/hooks.ts';
import type { admin } from '../../contract/admin.ts';
import type { adminGroup } from '../../contract/admin-group.ts';
import type { department } from '../../contract/department.ts';
import { invalidMenuUrl, isValidMenuUrl } from '../../contract/menu-entry-fields.ts';
import type { menuEntryOrPermission } from '../../contract/menu-entry-or-permission.ts';
import { securitySettings } from '../../contract/security-settings.ts';
import { grantGroupsOfOfficerPositions } from './grant-groups-of-officer-positions.ts';

const texts = {
  ownDisable: text(
    '请使用另外的管理员账户禁用当前账户！',
    'Please use another administrator account to disable the current account!',
  ),
  ownGroups: text('不能修改自己所在的管理组！', 'You cannot change your own groups!'),
  foreignGroup: text('您没有权限向此分组添加管理员！', 'You have no permission to add an administrator to this group!'),
  moreThanOwn: text(
    '您需要拥有该分组的所有权限且还有额外权限时，才可以操作该分组~',
    'You need all rights of the group and more to operate on it~',
  ),
  inUse: text('该分组仍有管理员，不能删除', 'The group still has administrators and cannot be deleted'),
  lastSuper: text('至少要保留一个启用的超级管理员', 'At least one enabled super administrator must remain'),
  children: text('请首先删除子元素，或使用批量删除！', 'Please delete the children first, or delete them together!'),
  ownArea: text('不能授予超出自己管辖范围的地区', 'The area is outside your jurisdiction'),
  ruleName: text('只有超级管理员可以修改规则名称', 'Only a super administrator may change the rule name'),
  ruleUrl: text(
    '只有超级管理员可以填写或修改链接地址：菜单会显示给上级',
    'Only a super administrator may enter or change the link address: menus are also shown to higher offices',
  ),
};
const refused = (message: (typeof texts)[keyof typeof texts]) =>
  new Refused(message, { data: { reason: 'forbidden' } });

interface GroupRights {
  id: number;
  rules: number[] | null;
}

/** Keys of rules the caller holds; null: all. */
async function ownRules(db: Queryable, caller: Caller): Promise<ReadonlySet<number> | null> {
  if (caller.super || caller.type === 'system') return null;
  const rows = await db.rows<{ id: number }>(
    sql`select distinct unnest(g.rules) as id from auth_admin a join auth_group g on g.id = any(a.group_arr) and g.status = '1' where a.id = ${caller.id}`,
  );
  return new Set(rows.map((row) => row.id));
}

/**
 * Refuses to grant rules the caller does not hold, or all of the caller's rules: permissions shrink downwards (wire
 * contract §4).
 */
async function checkGrant(
  db: Queryable,
  caller: Caller,
  groups: readonly GroupRights[],
  message: (typeof texts)[keyof typeof texts],
): Promise<void> {
  const own = await ownRules(db, caller);
  if (own === null) return;
  for (const { rules } of groups) {
    if (rules === null || !rules.every((rule) => own.has(rule)) || rules.length >= own.size) throw refused(message);
  }
}

const forgetAfter = (context: Pick<WriteContext, 'afterCommit'>, forget: () => void) =>
  context.afterCommit(() => forget());

/**
 * Hooks of accounts: hash passwords, keep permissions and areas within the caller's, keep at least one super
 * administrator.
 */
export function adminHooks(forget: () => void): Hooks<typeof admin> {
  async function check(context: WriteContext<typeof admin>): Promise<void> {
    const { values, caller, tx, before } = context;
    await grantGroupsOfOfficerPositions(context);
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
      if (before && before.id === caller.id && caller.type === 'admin') throw refused(texts.ownGroups);
      await checkGrant(
        tx,
        caller,
        await tx.rows<GroupRights>(
          sql`select id, rules from auth_group where id = any(${values.group_arr as number[]}::bigint[])`,
        ),
        texts.foreignGroup,
      );
    }
    // stock clients send no jurisdiction: the new account gets the caller's
    if (!values.area_code && (!before || values.area_code === null)) values.area_code = caller.areaCode || countryCode;
    if (typeof values.area_code === 'string' && !coversArea(caller, values.area_code))
      context.fail('area_code', texts.ownArea);
    if (before && values.status === '0' && before.id === caller.id) throw refused(texts.ownDisable);
    if (before && (values.status === '0' || values.group_arr)) context.afterStore(() => requireSuperAdministrator(tx));
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
    forgetAfter(context, forget);
  }
  return {
    add: check,
    async edit(context) {
      await checkGrant(
        context.tx,
        context.caller,
        context.before.id === context.caller.id ? [] : await groupsOf(context.tx, context.before.id),
        texts.foreignGroup,
      );
      await check(context);
    },
    async del(context) {
      const { before, caller, tx } = context;
      if (before?.id === caller.id) throw refused(texts.ownDisable);
      await checkGrant(tx, caller, await groupsOf(tx, before?.id ?? 0), texts.foreignGroup);
      await endSessions(tx, { type: 'admin', id: before?.id ?? 0 });
      context.afterStore(() => requireSuperAdministrator(tx));
      forgetAfter(context, forget);
    },
    async restore({ tx, caller, row }) {
      const groups = sql`select id, rules from auth_group where id = any(${row.group_arr as number[]}::bigint[])`;
      await checkGrant(tx, caller, await tx.rows<GroupRights>(groups), texts.foreignGroup);
    },
  };
}

const groupsOf = (db: Queryable, adminId: number) =>
  db.rows<GroupRights>(
    sql`select g.id, g.rules from auth_admin a join auth_group g on g.id = any(a.group_arr) where a.id = ${adminId}`,
  );

async function requireSuperAdministrator(db: Queryable): Promise<void> {
  // serialised, or two administrators disabling each other would both find the other enabled
  await db.query(sql`select pg_advisory_xact_lock(hashtext('last super administrator'))`);
  const left = await db.row(
    sql`select 1 from auth_admin a join auth_group g on g.id = any(a.group_arr) where g.rules is null and g.status = '1' and a.status = '1' limit 1`,
  );
  if (!left) throw refused(texts.lastSuper);
}

/** Fields of a group that affect its members' sessions. */
const decisive = ['rules', 'status', 'second_factor'] as const;
type Decisive = Readonly<Partial<Record<(typeof decisive)[number], unknown>>>;

const changes = (values: Decisive, before: Decisive): boolean =>
  decisive.some((name) => values[name] !== undefined && JSON.stringify(values[name]) !== JSON.stringify(before[name]));

/** Hooks of groups: permissions are a proper subset of the caller's; the caller's own groups cannot be changed. */
export function adminGroupHooks(forget: () => void): Hooks<typeof adminGroup> {
  async function check(context: WriteContext<typeof adminGroup>): Promise<void> {
    const { values, tx, caller, before } = context;
    if (before) {
      const own = await tx.row(sql`select 1 from auth_admin where id = ${caller.id} and ${before.id} = any(group_arr)`);
      // own groups are changed by others only
      if (own && caller.type === 'admin' && changes(values, before)) throw refused(texts.ownGroups);
      await checkGrant(tx, caller, [{ id: before.id, rules: before.rules as number[] | null }], texts.moreThanOwn);
    }
    if (values.rules === null) await checkGrant(tx, caller, [{ id: before?.id ?? 0, rules: null }], texts.moreThanOwn);
    if (Array.isArray(values.rules)) {
      const all = await tx.row<{ n: number }>('select count(*)::int as n from auth_menu');
      const rules = [...new Set(values.rules as number[])];
      if (all && rules.length === all.n) values.rules = null; // all rules, including future ones
      await checkGrant(
        tx,
        caller,
        [{ id: before?.id ?? 0, rules: values.rules as number[] | null }],
        texts.moreThanOwn,
      );
    }
    if (before && (values.rules !== undefined || values.status === '0'))
      context.afterStore(() => requireSuperAdministrator(tx));
    forgetAfter(context, forget);
  }
  return {
    add: check,
    edit: check,
    async del(context) {
      const { before, tx, caller } = context;
      await checkGrant(
        tx,
        caller,
        [{ id: before?.id ?? 0, rules: (before?.rules ?? null) as number[] | null }],
        texts.moreThanOwn,
      );
      if (await tx.row(sql`select 1 from auth_admin where ${before?.id ?? 0} = any(group_arr) limit 1`))
        throw refused(texts.inUse);
      if (await tx.row(sql`select 1 from auth_group where pid = ${before?.id ?? 0} limit 1`))
        throw refused(texts.children);
      forgetAfter(context, forget);
    },
    async restore({ tx, caller, row }) {
      const rules = row.rules as number[] | null;
      await checkGrant(tx, caller, [{ id: row.id as number, rules }], texts.moreThanOwn);
    },
  };
}

/** Refuses foreign URLs in menus: such a page could ask officers for their password. */
function refuseAddress({ values, before, caller, fail }: WriteContext<typeof menuEntryOrPermission>): void {
  const set = values.url !== undefined && (values.url || '') !== (before?.url || '');
  if (set && caller.type === 'admin' && !caller.super) fail('url', texts.ruleUrl);
}

/** Hooks of menu rules: new rules come last, and the tree has no cycles. */
export function menuEntryOrPermissionHooks(forget: () => void): Hooks<typeof menuEntryOrPermission> {
  return {
    async add(context) {
      if (!isValidMenuUrl(context.values.url)) context.fail('url', invalidMenuUrl);
      refuseAddress(context);
      context.compute('weigh', sql`(select coalesce(min(weigh), 1) - 1 from auth_menu)`);
      forgetAfter(context, forget);
    },
    async edit(context) {
      const { values, before, caller } = context;
      // permissions are checked by name: a granted rule must not become another
      if (!caller.super && values.name !== undefined && values.name !== before?.name)
        context.fail('name', texts.ruleName);
      if (!isValidMenuUrl(values.url)) context.fail('url', invalidMenuUrl);
      refuseAddress(context);
      context.afterCommit(() => context.engine.remarks.reload());
      forgetAfter(context, forget);
    },
    async del(context) {
      if (await context.tx.row(sql`select 1 from auth_menu where pid = ${context.before.id} limit 1`))
        throw refused(texts.children);
      forgetAfter(context, forget);
    },
  };
}

export function departmentHooks(forget: () => void): Hooks<typeof department> {
  return {
    add(context) {
      // a new rule comes last: its key is drawn first, as columns are filled in order
      context.compute('weigh', sql`currval(pg_get_serial_sequence('auth_department', 'id'))`);
      forgetAfter(context, forget);
    },
    edit(context) {
      forgetAfter(context, forget);
    },
    async del(context) {
      if (await context.tx.row(sql`select 1 from auth_department where pid = ${context.before.id} limit 1`))
        throw refused(texts.children);
      forgetAfter(context, forget);
    },
  };
}

/** Refuses unless the administrator is in the caller's area, has fewer permissions and is not the caller. */
export async function requireSubordinate(db: Queryable, caller: Caller, adminId: number): Promise<void> {
  const found = await db.row<{ area_code: string }>(sql`select area_code from auth_admin where id = ${adminId}`);
  if (!found || adminId === caller.id || !coversArea(caller, found.area_code)) throw notFound();
  await checkGrant(db, caller, await groupsOf(db, adminId), texts.moreThanOwn);
}

/** Refuses groups with permissions the caller may not grant. */
export async function checkGroups(db: Queryable, caller: Caller, groups: readonly number[]): Promise<void> {
  const rows = await db.rows<GroupRights>(
    sql`select id, rules from auth_group where id = any(${groups as number[]}::bigint[])`,
  );
  await checkGrant(db, caller, rows, texts.moreThanOwn);
}
