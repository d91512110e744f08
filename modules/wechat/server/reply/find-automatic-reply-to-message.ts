import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { OfficialAccount } from '../account/read-official-account-with-secrets.ts';
import {
  chooseReplyMatchingFollowerAction,
  type FollowerAction,
  type MatchedReply,
  type StoredReply,
} from './choose-automatic-reply-matching-follower-action.ts';
import { composeReply } from './compose-reply-message-from-rule.ts';
import type { ReplyMessage } from './reply-message-types.ts';

/** The active replies of an account, with the highest priority first. */
export const readActiveReplies = (db: Queryable, account: number): Promise<StoredReply[]> =>
  db.rows<StoredReply & Record<string, unknown>>(sql`
    select t.id, t.name, t.trigger, t.kind, t.event_key, t.priority, t.content, t.choices, t.media_id, t.article_id,
      coalesce((select json_agg(json_build_object('keyword', k.keyword, 'match', k.match) order by k.weigh, k.id)
        from wechat_reply_keyword k where k.reply_id = t.id and t.trigger = 'keyword'), '[]') as keywords,
      coalesce((select json_agg(json_build_object('title', c.title, 'description', c.description, 'picture_url', c.picture_url, 'url', c.url)
        order by c.weigh, c.id) from wechat_reply_card c where c.reply_id = t.id and t.kind = 'news'), '[]') as cards
    from wechat_reply t where t.account_id = ${account} and t.enabled
      and coalesce(t.starts_at <= now(), true) and coalesce(t.ends_at > now(), true)
    order by t.priority desc, t.id`);

/** The reply to a follower, with the rule that chose it. */
export interface FoundReply {
  readonly matched: MatchedReply;
  readonly message: ReplyMessage;
}

/** The reply to what a follower did. A rule that has nothing to answer with at present is passed over. */
export async function findAutomaticReply(
  db: Queryable,
  account: Pick<OfficialAccount, 'id' | 'platform'>,
  incoming: FollowerAction,
): Promise<FoundReply | undefined> {
  let replies: readonly StoredReply[] = await readActiveReplies(db, account.id);
  for (;;) {
    const matched = chooseReplyMatchingFollowerAction(replies, incoming);
    if (!matched) return undefined;
    const message = await composeReply(db, matched, account.platform);
    if (message) return { matched, message };
    replies = replies.filter(({ id }) => id !== matched.reply.id);
  }
}
