import { tableOf } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';
import { user } from '#modules/member/contract/user.ts';
import { onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { Answer } from '#server/http/envelope.ts';
import { type Limit, type RefuseTry, takeTries } from '#server/limit/tries.ts';
import { Refused } from '#server/refusal.ts';
import { changeRows } from '#server/write/row-set.ts';
import { guide } from '../contract/guide.ts';

const say = {
  claim: text('导游-绑定导游证', 'Guide: claim one’s card'),
  bound: text('已绑定导游证', 'The guide card is bound to your account'),
  none: text(
    '没有与证号、身份证号和您账号手机都一致的导游证，请核对，或请所属旅行社、主管部门更正',
    'No guide card goes with these numbers and the mobile of your account: check them, or have your agency or the authority correct the record',
  ),
  often: text('尝试过多，请 {n} 分钟后再试', 'Too many tries: come back in {n} minutes'),
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

/** Tries at a card an account has, right or wrong: numbers are not to be found by trying. */
const claims: Limit = { name: 'guide_card_claim', most: 10, seconds: 3600, forgets: 'each' };

const tooOften: RefuseTry = (_limit, wait) =>
  new Refused(say.often, { values: { n: Math.ceil(wait / 60) }, data: { reason: 'too_frequent', wait } });

/**
 * `POST bind`: whoever knows the number of a card and of the identity card it is on record with, and has the mobile of it,
 * proven when it was bound to their account, is the guide. Decided by one statement: a card has one account, and an
 * account one card.
 */
async function bind(call: Call): Promise<Answer> {
  const { engine, caller, body } = call;
  const card = typeof body.card_no === 'string' ? body.card_no.trim().slice(0, 40) : '';
  const number = typeof body.id_no === 'string' ? body.id_no.trim().slice(0, 40) : '';
  if (await engine.db.row(sql`select from crew_guide where user_id = ${caller.id}`))
    throw new Refused(say.another, { data: { reason: 'duplicate' } });
  await takeTries(engine.db, [{ limit: claims, subject: caller.id }], tooOften);
  const where = sql`t.card_no = ${card} and t.user_id is null and t.status in ('valid', 'changing', 'suspended')
    and t.id_no->>'hash' = ${engine.seal.hash(number)}
    and t.mobile = (select m.mobile from ${sql.id(tableOf(user))} m where m.id = ${caller.id})`;
  const [id] = await changeRows(engine, guide, onBehalfOf(caller), {
    where,
    set: { user_id: caller.id },
    action: 'bind',
  });
  if (id === undefined) throw new Refused(say.none, { data: { reason: 'not_found' } });
  return new Answer({ id }, say.bound[caller.locale]);
}

/** What guides do for themselves. */
export const ownGuideController: Controller = {
  app: 'api',
  name: 'crew.guide',
  actions: {
    mine: { gate: 'login', handle: readMine },
    bind: { gate: 'login', methods: ['POST'], perMinute: 10, title: say.claim, handle: bind },
  },
};
