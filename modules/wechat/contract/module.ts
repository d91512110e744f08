import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { wechatAccount } from './account.ts';
import { wechatFan } from './fan.ts';
import { wechatMenu } from './menu.ts';
import { wechatMenuButton } from './menu-button.ts';
import { wechatMessage } from './message.ts';
import { wechatTemplate } from './message-template-of-account.ts';
import { wechatReply } from './reply.ts';
import { wechatReplyCard } from './reply-card.ts';
import { wechatReplyKeyword } from './reply-keyword.ts';

/** WeChat official accounts: menus, automatic replies, followers and template messages (domain reference §2.S). */
export const wechatModule = module_({
  name: 'wechat',
  label: text('公众号', 'WeChat'),
  icon: 'comment',
  weigh: 39,
  entries: [
    wechatAccount,
    wechatMenu,
    wechatMenuButton,
    wechatReply,
    wechatReplyKeyword,
    wechatReplyCard,
    wechatFan,
    wechatMessage,
    wechatTemplate,
  ],
});
