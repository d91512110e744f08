import { text } from '#kernel/text/text.ts';
import { admin } from '#modules/identity/contract/admin.ts';
import { memberAccount } from '#modules/member/contract/member-account.ts';
import { onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import type { WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { on } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { unbindFollowers } from './unbind-followers.ts';

const notes = {
  left: text('会员注销账号，解除绑定', 'Unbound as the member deleted the account'),
  disabled: text('人员账号已停用，解除绑定', 'Unbound as the account of the officer was disabled'),
  deleted: text('账号已删除，解除绑定', 'Unbound as the account was deleted'),
};

/** Messages of the bureau must not reach people who left. A member who is disabled for a time stays bound. */
export const unbindingSubscribers: Readonly<Record<string, Subscriber>> = {
  release_follower: on(memberAccount, 'left', {
    async together(facts, { engine, tx, caller }) {
      const where = sql`t.user_id = any(${facts.map(({ row_id }) => row_id)}::bigint[])`;
      await unbindFollowers(engine, onBehalfOf(caller), { where, note: notes.left }, tx);
    },
  }),
  release_disabled: on(admin, 'edited', {
    async together(facts, { engine, tx, caller }) {
      const where = sql`t.admin_id in (select a.id from auth_admin a
        where a.id = any(${facts.map(({ row_id }) => row_id)}::bigint[]) and a.status <> '1')`;
      await unbindFollowers(engine, onBehalfOf(caller), { where, note: notes.disabled }, tx);
    },
  }),
};

/** Unbinds followers before the account is deleted, because followers that refer to it would prevent that. */
export const unbindingHooksOfOfficers: WriteHooks<typeof admin> = {
  async del({ engine, tx, caller, before }) {
    const where = sql`t.admin_id = ${before.id}`;
    await unbindFollowers(engine, onBehalfOf(caller), { where, note: notes.deleted }, tx);
  },
};

/** The same for accounts of members. */
export const unbindingHooksOfMembers: WriteHooks<typeof memberAccount> = {
  async del({ engine, tx, caller, before }) {
    const where = sql`t.user_id = ${before.id}`;
    await unbindFollowers(engine, onBehalfOf(caller), { where, note: notes.deleted }, tx);
  },
};
