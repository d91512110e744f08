import { missingPlaceholders, unknownPlaceholders } from '#kernel/message/message-template.ts';
import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';
import { call } from '#server/http/call.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { boolean, key, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import type { Hooks } from '#server/write/hook/hooks.ts';
import { type EditableMessage, editableMessageTemplate } from '../contract/editable-message-template.ts';

const texts = {
  gone: text('系统已不再发送这条短信', 'The system no longer sends this SMS'),
  unknown: text('没有可填写的 {names}，可用：{allowed}', 'No variables {names}; available: {allowed}'),
  missing: text('不能缺少 {names}', '{names} must not be missing'),
  guarded: text(
    '验证码与账号安全提醒的内容只有超级管理员可以修改',
    'Only a super administrator may change verification codes and account security alerts',
  ),
  address: text(
    '只有超级管理员可以在短信内容中加入网址',
    'Only a super administrator may add web addresses to SMS texts',
  ),
};

const inBraces = (names: readonly string[]) => names.map((name) => `{${name}}`).join(' ');

/** A web address, or what phones turn into a link: letters, a dot, letters. */
const webAddress = /https?:|www\.|[a-z0-9-]+\.[a-z]{2,}/i;

/** A changed text takes effect at once in this process, and in every other as soon as it receives the change event. */
export const editableMessageTemplateHooks: Hooks<typeof editableMessageTemplate> = {
  edit({ engine, caller, values, before, fail, afterCommit }) {
    const one = engine.messages.templates.find(({ code }) => code === before.code);
    if (!one) return fail('content', texts.gone);
    for (const name of ['content', 'content_en'] as const) {
      const content = values[name];
      if (content === undefined || content === null || content === before[name]) continue;
      // people follow instructions in these messages: whoever edits them could ask for the code, or for a password
      // elsewhere
      const restricted = caller.type === 'admin' && !caller.super;
      const urgent = one.urgency === 'code' || one.urgency === 'alert';
      if (restricted && urgent) fail(name, texts.guarded);
      else if (restricted && webAddress.test(content)) fail(name, texts.address);
      const [unknown, missing] = [unknownPlaceholders(one, content), missingPlaceholders(one, content)];
      if (unknown.length > 0)
        fail(name, texts.unknown, { names: inBraces(unknown), allowed: inBraces(Object.keys(one.places)) });
      else if (missing.length > 0) fail(name, texts.missing, { names: inBraces(missing) });
    }
    const now = { ...before, ...values };
    values.edited = now.content === one.text['zh-cn'] && now.content_en === one.text.en ? '0' : '1';
    afterCommit(() => engine.messages.reload());
  },
};

/** Creates a row for every declared message. Unedited texts follow the program. */
export async function prepareMessageTemplates({ db, messages }: Pick<Engine, 'db' | 'messages'>): Promise<void> {
  const rows = await db.rows<{ code: string; content: string; content_en: string; edited: boolean }>(
    sql`select code, content, content_en, edited from message_template`.asBrief(),
  );
  const stored = new Map(rows.map((row) => [row.code, row]));
  const shipped = messages.templates
    .map(({ code, text: content }) => ({ code, content: content['zh-cn'], content_en: content.en }))
    .filter(({ code, content, content_en }) => {
      const row = stored.get(code);
      return !row || (!row.edited && (row.content !== content || row.content_en !== content_en));
    });
  if (shipped.length === 0) return;
  await db.query(sql`with shipped as (
      select * from jsonb_to_recordset(${JSON.stringify(shipped)}::jsonb) as r(code text, content text, content_en text)
    ), followed as (
      update message_template t set content = s.content, content_en = s.content_en, version = t.version + 1, updatetime = now()
      from shipped s where t.code = s.code and not t.edited and (t.content, t.content_en) is distinct from (s.content, s.content_en)
    )
    insert into message_template (code, content, content_en) select code, content, content_en from shipped s
    where not exists (select from message_template t where t.code = s.code) order by code on conflict do nothing`);
}

const inBoth = object({ 'zh-cn': string, en: string });

/**
 * `GET all`: the messages the program sends, in the order of the modules, each with its current text, the text it ships
 * with, and its placeholders.
 */
export const editableMessageTemplateController: Controller = {
  app: 'admin',
  name: 'message.template',
  actions: {
    all: call({
      gate: 'rule',
      node: `${editableMessageTemplate.name}/index`,
      summary: text(
        '系统发送的各条短信：现用内容、默认内容与可填写处',
        'All SMS the system sends: current text, default text and variables',
      ),
      answer: object({
        list: list(
          object({
            id: key,
            code: string,
            edited: boolean,
            label: inBoth,
            now: inBoth,
            words: inBoth,
            places: { type: 'object' },
          }),
        ),
      }),
      run: listMessages,
    }),
  },
};

async function listMessages({ engine }: Call): Promise<{ list: EditableMessage[] }> {
  const rows = await engine.db.rows<{ id: number; code: string; edited: boolean }>(
    'select id, code, edited from message_template',
  );
  const rowOf = new Map(rows.map((row) => [row.code, row]));
  return {
    list: engine.messages.templates.flatMap((one) => {
      const row = rowOf.get(one.code);
      const { text: words, ...rest } = one;
      return row ? [{ id: row.id, edited: row.edited, now: engine.messages.textOf(one), words, ...rest }] : [];
    }),
  };
}
