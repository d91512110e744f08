import { wechatFollower } from '#modules/wechat/contract/wechat-follower.ts';
import { sql } from '#server/db/sql.ts';
import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { on } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { notificationTopicNames } from '../contract/notification-channels.ts';

export const wechatChannelOnOrOffSubscribers: Readonly<Record<string, Subscriber>> = {
  /** Whoever binds an official account wants to be reached by it: all topics, until they choose otherwise. */
  use_wechat_once_bound: on(wechatFollower, 'bound', {
    async later(_fact, { tx, rows }) {
      for (const { admin_id, user_id } of await rows()) {
        const column = sql.id(admin_id === null ? 'user_id' : 'admin_id');
        if (admin_id === null && user_id === null) continue;
        await tx.query(sql`insert into message_channel as c (${column}, wechat) values (${admin_id ?? user_id}, ${[...notificationTopicNames]})
          on conflict (${column}) do update set wechat = excluded.wechat, since = now() where c.wechat = '{}'`);
      }
    },
  }),
  /** Who is bound to no follower any more is not written to in WeChat; at once, as the profile is read next. */
  end_wechat_once_unbound: on(wechatFollower, ['bound', 'unbound'], {
    async together(_facts, { tx }) {
      await tx.query(sql`update message_channel c set wechat = '{}' where c.wechat <> '{}'
        and not exists (select from wechat_fan f where f.admin_id = c.admin_id)
        and not exists (select from wechat_fan f where f.user_id = c.user_id)`);
    },
  }),
};
