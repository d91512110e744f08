import { normalizeIdNumber } from '#kernel/check/identity-documents.ts';
import { compactIdentifier } from '#kernel/check/normalise-document-and-order-numbers.ts';
import { field } from '#kernel/field/field.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { memberAccount } from '#modules/member/contract/member-account.ts';
import { onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import type { ValueOfSchema } from '#server/http/json-schema-and-call-description-types.ts';
import { type AttemptLimit, countAttempts, type RefuseAttempt } from '#server/limit/attempt-limit.ts';
import { integer, key, list, number, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { Refused } from '#server/refusal.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { guide } from '../contract/guide.ts';

const texts = {
  claim: text('导游-绑定导游证', 'Guide: link guide card'),
  bound: text('已绑定导游证', 'Guide card linked'),
  none: text(
    '没有与证号、身份证号和您账号手机都一致的导游证，请核对，或请所属旅行社、主管部门更正',
    'No guide card matches the card number, ID number and your account mobile. Check them, or ask your agency or the authority to correct the record',
  ),
  often: text('尝试过多，请 {n} 分钟后再试', 'Too many attempts. Try again in {n} min'),
  another: text('您的账号已绑定导游证', 'A guide card is already linked to your account'),
};

const guideCard = object({
  id: key,
  name: string,
  card_no: string,
  level: string,
  star: orNull(string),
  photo: orNull(string),
  languages: list(string),
  status: string,
  validity: string,
  valid_to: string,
  suspended_until: orNull(string),
  score: orNull(number),
  ratings_count: integer,
  agency: orNull(string),
});

/** `GET mine`: the guide card linked to the caller's account, else null. */
const mine = call({
  gate: 'login',
  summary: text('本人的导游证；未绑定为 null', "One's own guide card; null if not linked"),
  answer: object({ guide: orNull(guideCard) }),
  async run({ engine, caller }) {
    const row = await engine.db.row<ValueOfSchema<typeof guideCard>>(sql`
      select g.id, g.name, g.card_no, g.level, g.star, g.photo, g.languages, g.status, g.validity, g.valid_to::text, g.suspended_until::text,
        g.score::float8 as score, g.ratings_count, e.name as agency
      from crew_guide g left join enterprise e on e.id = g.agency_id where g.user_id = ${caller.id}`);
    return { guide: row ?? null };
  },
});

/** Attempts of one account to link a card, right or wrong, so that card numbers cannot be guessed. */
const claims: AttemptLimit = { name: 'guide_card_claim', most: 10, seconds: 3600, forgets: 'each' };

const tooOften: RefuseAttempt = (_limit, wait) =>
  new Refused(texts.often, { values: { n: Math.ceil(wait / 60) }, data: { reason: 'too_frequent', wait } });

/**
 * `POST bind`: links a guide card to the account. The card number, the ID number and the account's verified mobile must
 * match the record. One statement decides: a card has one account, and an account one card.
 */
const bind = call({
  gate: 'login',
  methods: ['POST'],
  title: texts.claim,
  summary: text(
    '绑定本人的导游证：身份证号、账号手机须与登记一致',
    "Link one's own guide card: ID number and account mobile must match the record",
  ),
  limit: { perMinute: 10 },
  inputFrom: 'body',
  input: {
    card_no: field.identifier(text('导游证号', 'Guide card number'), { required: true, max: 40 }),
    id_no: field.text(text('身份证号', 'ID card number'), { required: true, max: 40 }),
  },
  answer: object({ id: key }),
  async run({ engine, caller, input: { card_no, id_no } }) {
    if (await engine.db.row(sql`select from crew_guide where user_id = ${caller.id}`))
      throw new Refused(texts.another, { data: { reason: 'duplicate' } });
    await countAttempts(engine.db, [{ limit: claims, subject: caller.id }], tooOften);
    const where = sql`compact_identifier(t.card_no) = ${compactIdentifier(card_no)} and t.user_id is null
      and t.status in ('valid', 'changing', 'suspended') and t.id_no->>'hash' = ${engine.seal.hash(normalizeIdNumber(id_no))}
      and t.mobile = (select m.mobile from ${sql.id(tableOf(memberAccount))} m where m.id = ${caller.id})`;
    const [id] = await changeRows(engine, guide, onBehalfOf(caller), {
      where,
      set: { user_id: caller.id },
      action: 'bind',
    });
    if (id === undefined) throw new Refused(texts.none, { data: { reason: 'not_found' } });
    return new Answer({ id }, texts.bound[caller.locale]);
  },
});

/** The caller's own guide card: reading it and linking it to the account. */
export const readAndLinkOwnGuideCardController: Controller = {
  app: 'api',
  name: 'crew.guide',
  actions: { mine, bind },
};
