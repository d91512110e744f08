import { text } from '#kernel/text/text.ts';
import {
  invalidMenuUrl,
  isValidMenuUrl,
} from '#modules/identity/contract/menu-fields-shared-by-admin-and-member-menus.ts';
import { sql } from '#server/db/sql.ts';
import { officeLevelOfCaller } from '#server/read/scope/office-level-of-caller.ts';
import { Refused } from '#server/refusal.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { memberCentreMenuEntryOrRoute } from '../contract/member-centre-menu-entry-or-route.ts';
import type { memberGroup } from '../contract/member-group.ts';
import { refuseGroupBeyondJurisdiction } from './refuse-member-account-changes-outside-jurisdiction.ts';

const everywhere = text(
  '会员菜单对各地会员生效，只能由全国范围的管理员修改',
  'Member menus apply to members everywhere and can only be changed by administrators responsible for the whole country',
);

const supersLead = text(
  '只有超级管理员可以填写或修改链接地址：各地会员都会看到这一菜单',
  'Only a super administrator may enter or change the link address: members everywhere are shown this menu',
);

/** Hooks of member groups: «all rules» stays «all»; changes take effect at once. */
export function memberGroupWriteHooks(forget: () => void): WriteHooks<typeof memberGroup> {
  async function check({ values, tx, afterCommit }: WriteContext<typeof memberGroup>): Promise<void> {
    if (Array.isArray(values.rules)) {
      const all = await tx.row<{ n: number }>(sql`select count(*)::int as n from user_rule`);
      if (all && new Set(values.rules).size === all.n) values.rules = null;
    }
    afterCommit(forget);
  }
  return {
    add: check,
    async edit(context) {
      await refuseGroupBeyondJurisdiction(context, context.before.id);
      await check(context);
    },
    del: ({ afterCommit }) => afterCommit(forget),
  };
}

/** Hooks of member rules: changes take effect at once. They apply to members everywhere. */
export function memberMenuEntryWriteHooks(forget: () => void): WriteHooks<typeof memberCentreMenuEntryOrRoute> {
  function check({
    values,
    before,
    caller,
    fail,
    afterCommit,
  }: WriteContext<typeof memberCentreMenuEntryOrRoute>): void {
    if (officeLevelOfCaller(caller) !== 0) throw new Refused(everywhere, { data: { reason: 'forbidden' } });
    if (!isValidMenuUrl(values.url)) fail('url', invalidMenuUrl);
    const leads = values.url !== undefined && (values.url || '') !== (before?.url || '');
    if (leads && caller.type === 'admin' && !caller.super) fail('url', supersLead);
    afterCommit(forget);
  }
  return { add: check, edit: check, del: check };
}
