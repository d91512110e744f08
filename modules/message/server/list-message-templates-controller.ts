import { text } from '#kernel/text/text.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { boolean, key, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { type EditableMessage, editableMessageTemplate } from '../contract/editable-message-template.ts';

const inBoth = object({ 'zh-cn': string, en: string });

/**
 * `GET all`: the messages the program sends, in the order of the modules, each with its current text, the text it ships
 * with, and its placeholders.
 */
export const listMessageTemplatesController: Controller = {
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
