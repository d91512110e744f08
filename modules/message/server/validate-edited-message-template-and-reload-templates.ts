import { missingPlaceholders, unknownPlaceholders } from '#kernel/message/declare-and-fill-message-template.ts';
import { text } from '#kernel/text/text.ts';
import type { WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { editableMessageTemplate } from '../contract/editable-message-template.ts';

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
export const editableMessageTemplateWriteHooks: WriteHooks<typeof editableMessageTemplate> = {
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
