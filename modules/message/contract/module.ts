import { module_, type Screen } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { cannedReply } from './canned-reply-for-lifecycle-move.ts';
import { comment } from './comment-on-record.ts';
import { editableMessageTemplate } from './editable-message-template.ts';
import { inboxNotice } from './inbox-notice.ts';
import { registerLifecycleMovesRequiringText } from './lifecycle-moves-requiring-text-as-options.ts';
import { queuedEmail } from './queued-email.ts';
import { queuedSms } from './queued-sms.ts';
import { queuedWechatMessage } from './queued-wechat-message.ts';

/** Where a super administrator reads codes while no provider is configured. Nobody else has it in the menu. */
export const smsDebugBoxScreen = {
  name: 'message/sink',
  label: text('短信调试箱', 'SMS debug box'),
  icon: 'mail',
} as const satisfies Screen;

export const messageModule = module_({
  name: 'message',
  label: text('消息', 'Messages'),
  icon: 'message',
  weigh: 40,
  entries: [
    inboxNotice,
    queuedSms,
    queuedEmail,
    queuedWechatMessage,
    editableMessageTemplate,
    cannedReply,
    smsDebugBoxScreen,
    comment,
  ],
  complete: registerLifecycleMovesRequiringText,
});
