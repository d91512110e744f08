import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-call-with-checked-input.ts';
import { integer, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { bindingCodeMinutes, issueBindingCode } from './bind-by-code.ts';

/** `POST code`: a code that the caller sends to an official account, of which the names are answered too. */
const code = call({
  gate: 'login',
  methods: ['POST'],
  title: text('公众号绑定码', 'Binding code'),
  summary: text(
    '取得公众号绑定码，在公众号内发送“绑定 绑定码”',
    'Get a code that is sent to an official account to bind it',
  ),
  limit: { perMinute: 10 },
  answer: object({ code: string, minutes: integer, accounts: list(string) }),
  async run({ engine, caller }) {
    const accounts = await engine.db.rows<{ name: string }>(
      sql`select name from wechat_account where connected order by id limit 10`,
    );
    return {
      code: await issueBindingCode(engine, caller),
      minutes: bindingCodeMinutes,
      accounts: accounts.map(({ name }) => name),
    };
  },
});

export const bindingControllers: readonly Controller[] = (['admin', 'api'] as const).map((app) => ({
  app,
  name: 'wechat.binding',
  actions: { code },
}));
