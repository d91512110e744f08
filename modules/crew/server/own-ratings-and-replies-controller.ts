import { messages } from '#kernel/text/message.ts';
import { text } from '#kernel/text/text.ts';
import { onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/envelope.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { truncateText } from '#server/http/truncate-text.ts';
import { readKey } from '#server/read/row/row.ts';
import { holdersOf } from '#server/read/scope/row-holders.ts';
import { Refused } from '#server/refusal.ts';
import { changeRows } from '#server/write/row-set/change-rows.ts';
import { rating } from '../contract/rating.ts';

const texts = {
  reply: text('答复导游评价', 'Reply to guide rating'),
  replied: text('已答复', 'Replied'),
  answered: text('评价不存在或已答复', 'The rating does not exist or has been replied to'),
};

/**
 * `POST reply`: the agency or the guide replies to a rating, once. The update matches only ratings of the caller
 * without a reply; otherwise the rating is not found.
 */
async function reply(call: Call): Promise<Answer> {
  const { engine, caller, body } = call;
  const replyText = truncateText(body.reply, 500);
  if (replyText === '')
    throw new Refused(messages.required, {
      data: { reason: 'invalid', errors: { reply: [messages.required[caller.locale]] } },
    });
  const theirs = sql`(exists (select from crew_guide g where g.id = t.guide_id and g.user_id = ${caller.id})
    or ${caller.id} = any(coalesce(${sql.raw(holdersOf(rating, ['owner', 'operator'], engine.find))}, '{}')))`;
  const [id] = await changeRows(engine, rating, onBehalfOf(caller), {
    where: sql`t.id = ${readKey(body.id)} and t.reply is null and ${theirs}`,
    set: { reply: replyText, replied_at: Math.floor(Date.now() / 1000) },
    action: 'reply',
  });
  if (id === undefined) throw new Refused(texts.answered, { data: { reason: 'not_found' } });
  return new Answer({ id }, texts.replied[caller.locale]);
}

/** The latest ratings of the calling guide. */
const readRatings = async ({ engine, caller }: Call) => ({
  list: await engine.db.rows(sql`
    select r.id, r.team_no, r.rated_on::text as rated_on, r.service, r.narration, r.safety, r.honesty, r.remark, r.reply
    from crew_rating r join crew_guide g on g.id = r.guide_id where g.user_id = ${caller.id} order by r.id desc limit 30`),
});

/** Ratings of the calling guide, and replies to ratings by guides and agencies. */
export const ownRatingsAndRepliesController: Controller = {
  app: 'api',
  name: 'crew.rating',
  actions: {
    own: { gate: 'login', handle: readRatings },
    reply: { gate: 'login', methods: ['POST'], title: texts.reply, handle: reply },
  },
};
