import { field } from '#kernel/field/field.ts';
import { text, textIn } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { wechatReply } from '../../contract/wechat-automatic-reply.ts';
import { comparedText } from './choose-automatic-reply-matching-follower-action.ts';

const texts = {
  same: text(
    '“{keyword}”也是“{name}”的关键词，优先级高的先回复',
    '“{keyword}” is also a keyword of “{name}”; the one with the higher priority answers',
  ),
};

/** `GET conflicts`: other active replies of the account with a keyword of a form that is being filled in. */
export const conflictingReplyKeywordsController: Controller = {
  app: 'admin',
  name: 'wechat.reply',
  actions: {
    conflicts: call({
      gate: 'rule',
      node: 'wechat/reply/index',
      summary: text('关键词与其他规则重复', 'Keywords that other replies have too'),
      limit: { perMinute: 240 },
      input: {
        account_id: field.integer(text('公众号', 'Official account'), { required: true, min: 1 }),
        id: field.integer(text('规则编号', 'ID of the reply'), { min: 0 }),
        keywords: field.textarea(text('关键词，每行一个', 'Keywords, one per line'), { required: true, max: 7000 }),
      },
      answer: object({ list: list(object({ field: string, message: string })) }),
      async run({ engine, caller, input: { account_id, id, keywords } }) {
        const scope = scopeOf(wechatReply, caller, engine.find);
        const others = await engine.db.rows<{ name: string; keyword: string }>(sql`
          select t.name, k.keyword from wechat_reply t join wechat_reply_keyword k on k.reply_id = t.id and k.match <> 'pattern'
          where t.account_id = ${account_id} and t.enabled and t.trigger = 'keyword' and t.id <> ${id ?? 0}
            and coalesce(t.ends_at > now(), true)${scope ? sql` and ${scope}` : sql.empty}
          order by t.priority desc, t.id, k.weigh`);
        const wanted = new Set(keywords.split('\n').map(comparedText).filter(Boolean));
        return {
          list: others
            .filter(({ keyword }) => wanted.has(comparedText(keyword)))
            .slice(0, 5)
            .map((other) => ({ field: 'keywords', message: textIn(texts.same, caller.locale, { ...other }) })),
        };
      },
    }),
  },
};
