import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { type MessageTemplate, maxMessageLength } from '#kernel/message/declare-and-fill-message-template.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { type Text, text } from '#kernel/text/text.ts';

/** Texts of messages, one row per message declared by modules, with history (domain reference §2.R). */
export const editableMessageTemplate = resource({
  name: 'message/template',
  label: text('短信模板', 'SMS templates'),
  icon: 'edit',
  title: 'code',
  scope: 'all',
  order: ['code', 'asc'],
  actions: ['index', 'edit'],
  fields: {
    code: field.text(text('模板', 'Template'), { write: 'server', search: true, unique: true }),
    content: field.textarea(text('中文内容', 'Chinese content'), {
      required: true,
      max: maxMessageLength,
      search: true,
    }),
    content_en: field.textarea(text('英文内容', 'English content'), {
      required: true,
      max: maxMessageLength,
      search: true,
    }),
    provider_code: field.text(text('服务商模板编号', "Provider's template code"), {
      max: 64,
      hint: text(
        '如 SMS_123456789；服务商处的内容须与上面一致',
        'E.g. SMS_123456789; the content at the provider must match the above',
      ),
    }),
    provider_code_en: field.text(text('英文模板编号', 'English template code'), {
      max: 64,
      hint: text('不填则一律用中文模板', 'If left empty the Chinese template is always used'),
    }),
    edited: field.switch(text('已修改', 'Modified'), { write: 'server' }),
  },
});
export interface EditableMessageTemplate extends Row<typeof editableMessageTemplate> {}

/** Answer of `message.template/all`: a message with its row, the text it ships with (`words`) and its current text. */
export interface EditableMessage extends Omit<MessageTemplate, 'text'> {
  readonly words: Text;
  readonly id: number;
  readonly edited: boolean;
  readonly now: Text;
}
