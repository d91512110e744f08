import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { wechatReply } from './wechat-automatic-reply.ts';
import { wechatFollower } from './wechat-follower.ts';
import { wechatMenu } from './wechat-menu.ts';
import { wechatMenuButton } from './wechat-menu-button.ts';
import { wechatMessage } from './wechat-message-received.ts';
import { wechatTemplate } from './wechat-message-template.ts';
import { wechatAccount } from './wechat-official-account.ts';
import { wechatReplyCard } from './wechat-reply-card.ts';
import { wechatReplyKeyword } from './wechat-reply-keyword.ts';

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
    wechatFollower,
    wechatMessage,
    wechatTemplate,
  ],
});
