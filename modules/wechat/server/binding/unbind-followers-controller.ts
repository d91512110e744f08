import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { allOrNoneBatchAction, refuseAllForFailedRows } from '#server/calls/all-or-none-batch-action.ts';
import { sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { nothing } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound } from '#server/refusal.ts';
import { wechatFollower } from '../../contract/wechat-follower.ts';
import { unbindFollowers } from './unbind-followers.ts';

const texts = {
  title: text('解除公众号绑定', 'Unbind followers'),
  note: text('由管理人员解除绑定', 'Unbound by an officer'),
  failed: text('{n} 个粉丝不能解除绑定，全部未解除：{why}', '{n} cannot be unbound, so none were: {why}'),
  unbound: text('没有绑定', 'Not bound'),
};

/** `POST unbind {ids}`: unbinds these followers from their accounts. */
export const unbindFollowersController: Controller = {
  app: 'admin',
  name: 'wechat.fan',
  actions: {
    unbind: {
      ...allOrNoneBatchAction(wechatFollower, 'unbind', texts.title, async ({ engine, caller }, ids) => {
        const scope = scopeOf(wechatFollower, caller, engine.find);
        await engine.db.transaction(async (tx) => {
          const rows = await tx.rows<{ id: number; openid: string; is_bound: boolean }>(sql`
            select t.id, t.openid, num_nonnulls(t.admin_id, t.user_id) > 0 as is_bound from wechat_fan t
            where t.id = any(${ids}::bigint[])${scope ? sql` and ${scope}` : sql.empty} order by t.id for update of t`);
          if (rows.length < ids.length) throw notFound();
          const failed = rows.flatMap(({ id, openid, is_bound }) =>
            is_bound ? [] : [{ id, title: openid, msg: texts.unbound[caller.locale] }],
          );
          if (failed.length > 0) throw refuseAllForFailedRows(texts.failed, failed);
          await unbindFollowers(engine, caller, { where: sql`t.id = any(${ids}::bigint[])`, note: texts.note }, tx);
        });
      }),
      described: {
        summary: text('解除粉丝与人员、会员的绑定：全部或不解除', 'Unbind followers from people, all or none'),
        body: { ids: field.references(text('编号', 'IDs'), { to: wechatFollower.name, required: true }) },
        data: nothing,
      },
    },
  },
};
