import { field } from '#kernel/field/field.ts';
import { centsToYuan } from '#kernel/kind/money.ts';
import { text } from '#kernel/text/text.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import { onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import type { ValueOfSchema } from '#server/http/json-schema-and-call-description-types.ts';
import { consumeCode, matchCode, wrongCode } from '#server/message/send-match-and-spend-one-time-codes.ts';
import { integer, key, list, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { wherePublished } from '#server/read/list/published-rows-for-guests.ts';
import { invalid } from '#server/refusal.ts';
import { write } from '#server/write/write-pipeline.ts';
import { rewardApplication } from '../contract/enterprise-application-for-tourist-bringing-reward.ts';
import { rewardObjection } from '../contract/objection-to-published-tourist-bringing-reward.ts';

const texts = {
  received: text('异议已收到，核查期间不予拨付', 'Objection received; no payment is made during verification'),
};

/** Purpose of the code sent to an objector. */
const purpose = 'reward_objection';
/** Maximum rewards shown: no more are published at a time. */
const mostShown = 500;

const published = object({
  id: key,
  no: string,
  enterprise: string,
  policy: string,
  doc_no: string,
  kind: string,
  teams: integer,
  pax: integer,
  nights: integer,
  amount: string,
  published_on: string,
  publicity_until: string,
});

/** `GET index`: rewards under public notice, with recipient and amount. Tourists are not named. */
const index = call({
  gate: 'none',
  summary: text('公示中的奖励', 'Rewards on public notice'),
  limit: { perMinute: 60 },
  answer: object({ authority: string, hotline: string, list: list(published) }),
  async run({ engine }) {
    const rows = await engine.db.rows<ValueOfSchema<typeof published>>(sql`
      select t.id, t.no, e.name as enterprise, p.name as policy, p.doc_no, t.kind, cardinality(t.teams) as teams, t.pax, t.nights,
        t.amount, t.published_on::text, t.publicity_until::text
      from reward_application t join enterprise e on e.id = t.enterprise_id join reward_policy p on p.id = t.policy_id
      where ${wherePublished(rewardApplication)}
      order by t.publicity_until, p.id, t.no limit ${mostShown}`);
    const { authority, name, hotline } = engine.settings(siteSettings);
    return {
      authority: authority ?? name,
      hotline: hotline ?? '',
      list: rows.map((row) => ({ ...row, amount: centsToYuan(Number(row.amount)) })),
    };
  },
});

/** `POST object`: files an objection, with a mobile number verified by code. */
const object_ = call({
  gate: 'none',
  methods: ['POST'],
  secret: true,
  summary: text('对公示的奖励提出异议', 'Object to a reward on public notice'),
  description: text('先以 reward_objection 获取短信验证码', 'Get an SMS code for reward_objection first'),
  limit: { perMinute: 10, per: ['mobile'] },
  inputFrom: 'body',
  input: {
    id: field.integer(text('申报', 'Application'), { required: true, min: 1 }),
    name: field.personName(text('异议人', 'Objector'), { required: true }),
    mobile: field.mobile(text('手机', 'Mobile'), { required: true }),
    captcha: field.text(text('短信验证码', 'SMS code'), { required: true, min: 6, max: 6 }),
    reason: field.textarea(text('异议内容', 'Objection'), { required: true, min: 10, max: 1000 }),
  },
  answer: nothing,
  async run({ engine, caller, input: { id, name, mobile, captcha, reason } }) {
    const right = await matchCode(engine, mobile, purpose, captcha);
    if (right === undefined) throw invalid({ captcha: [wrongCode[caller.locale]] });
    const input = { application_id: id, name, mobile, reason };
    await engine.db.transaction(async (tx) => {
      if (!(await consumeCode(tx, right))) throw invalid({ captcha: [wrongCode[caller.locale]] });
      const set = { source: 'page' };
      await write(engine, rewardObjection, onBehalfOf(caller), { operation: 'add', input, set, unread: true }, tx);
    });
    return new Answer(null, texts.received[caller.locale]);
  },
});

export const publicRewardNoticeAndObjectionController: Controller = {
  app: 'api',
  name: 'reward.publicity',
  actions: { index, object: object_ },
};
