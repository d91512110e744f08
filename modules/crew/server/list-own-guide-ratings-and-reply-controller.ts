import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import type { ValueOfSchema } from '#server/http/json-schema-and-call-description-types.ts';
import { integer, key, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { holdersOf } from '#server/read/scope/members-who-hold-row-sql.ts';
import { Refused } from '#server/refusal.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { guideRating } from '../contract/guide-rating.ts';
import { ratingReplyForm } from '../contract/rating-reply-form.ts';

const texts = {
  reply: text('答复导游评价', 'Reply to guide rating'),
  replied: text('已答复', 'Replied'),
  answered: text('评价不存在或已答复', 'The rating does not exist or has been replied to'),
};

/**
 * `POST reply`: the agency or the guide replies to a rating, once. The update matches only ratings of the caller
 * without a reply; otherwise the rating is not found.
 */
const reply = call({
  gate: 'login',
  methods: ['POST'],
  title: texts.reply,
  summary: text('旅行社或导游答复评价，仅一次', 'The agency or guide replies to a rating, once only'),
  input: {
    id: field.integer(text('评价编号', 'Rating ID'), { required: true, min: 1 }),
    ...ratingReplyForm.fields,
  },
  answer: object({ id: key }),
  async run({ engine, caller, input }) {
    const theirs = sql`(exists (select from crew_guide g where g.id = t.guide_id and g.user_id = ${caller.id})
      or ${caller.id} = any(coalesce(${sql.raw(holdersOf(guideRating, ['owner', 'operator'], engine.find))}, '{}')))`;
    const [id] = await changeRows(engine, guideRating, onBehalfOf(caller), {
      where: sql`t.id = ${input.id} and t.reply is null and ${theirs}`,
      set: { reply: input.reply, replied_at: Math.floor(Date.now() / 1000) },
      action: 'reply',
    });
    if (id === undefined) throw new Refused(texts.answered, { data: { reason: 'not_found' } });
    return new Answer({ id }, texts.replied[caller.locale]);
  },
});

const ownRating = object({
  id: key,
  team_no: orNull(string),
  rated_on: string,
  service: integer,
  narration: integer,
  safety: integer,
  honesty: integer,
  remark: orNull(string),
  reply: orNull(string),
});

/** The latest ratings of the calling guide. */
const own = call({
  gate: 'login',
  summary: text('导游本人最近的评价', 'Latest ratings of the guide'),
  answer: object({ list: list(ownRating) }),
  run: async ({ engine, caller }) => ({
    list: await engine.db.rows<ValueOfSchema<typeof ownRating>>(sql`
      select r.id, r.team_no, r.rated_on::text as rated_on, r.service, r.narration, r.safety, r.honesty, r.remark, r.reply
      from crew_rating r join crew_guide g on g.id = r.guide_id where g.user_id = ${caller.id} order by r.id desc limit 30`),
  }),
});

/** Ratings of the calling guide, and replies to ratings by guides and agencies. */
export const listOwnRatingsAndReplyController: Controller = {
  app: 'api',
  name: 'crew.rating',
  actions: { own, reply },
};
