import { tableOf } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';
import { user } from '#modules/member/contract/user.ts';
import { onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { Answer } from '#server/http/envelope.ts';
import { Refused } from '#server/refusal.ts';
import { changeRows } from '#server/write/row-set.ts';
import { guide } from '../contract/guide.ts';

const say = {
  bound: text('已绑定导游证', 'The guide card is bound to your account'),
  none: text(
    '没有与您账号手机一致的导游证，请核对证号，或请所属旅行社、主管部门更正手机',
    'No guide card of this number goes with the mobile of your account: check the number, or have your agency or the authority correct the mobile',
  ),
  another: text('您的账号已绑定导游证', 'A guide card is bound to your account already'),
};

/** `GET mine`: the card of the member who is a guide; null: none is bound to the account. */
async function readMine({ engine, caller }: Call) {
  const row = await engine.db.row(sql`
    select g.id, g.name, g.card_no, g.level, g.star, g.photo, g.languages, g.status, g.validity, g.valid_to::text, g.suspended_until::text,
      g.score::float8 as score, g.ratings_count, e.name as agency
    from crew_guide g left join enterprise e on e.id = g.agency_id where g.user_id = ${caller.id}`);
  return { guide: row ?? null };
}

/**
 * `POST bind`: whoever has the mobile a card is on record with, proven when it was bound to their account, and knows its
 * number is the guide. Decided by one statement: a card has one account, and an account one card.
 */
async function bind(call: Call): Promise<Answer> {
  const { engine, caller, body } = call;
  const card = typeof body.card_no === 'string' ? body.card_no.trim().slice(0, 40) : '';
  if (await engine.db.row(sql`select from crew_guide where user_id = ${caller.id}`))
    throw new Refused(say.another, { data: { reason: 'duplicate' } });
  const where = sql`t.card_no = ${card} and t.user_id is null and t.status in ('valid', 'changing', 'suspended')
    and t.mobile = (select m.mobile from ${sql.id(tableOf(user))} m where m.id = ${caller.id})`;
  const [id] = await changeRows(engine, guide, onBehalfOf(caller), { where, set: { user_id: caller.id } });
  if (id === undefined) throw new Refused(say.none, { data: { reason: 'not_found' } });
  return new Answer({ id }, say.bound[caller.locale]);
}

/** What guides do for themselves. */
export const ownGuideController: Controller = {
  app: 'api',
  name: 'crew.guide',
  actions: {
    mine: { gate: 'login', handle: readMine },
    bind: { gate: 'login', methods: ['POST'], perMinute: 10, handle: bind },
  },
};
