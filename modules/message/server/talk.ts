import { text } from '#kernel/text/text.ts';
import { rowAssigned } from '#server/calls/assign.ts';
import type { ServerModule } from '#server/platform/server-module.ts';
import { reply } from '../contract/reply.ts';
import { channelControllers, noticeCopy, sendCopies } from './channels.ts';
import { commentControllers, mentioned } from './comments.ts';
import { replyController, replyHooks } from './replies.ts';

/** How people reach one another about records: comments and mentions, assignments, words said again, and by which channel. */
export const talkServer: ServerModule = {
  name: 'talk',
  hooks: { [reply.name]: replyHooks },
  messages: [mentioned, rowAssigned, noticeCopy],
  controllers: () => [replyController, ...commentControllers, ...channelControllers],
  scheduled: {
    send_copies: {
      label: text('把站内消息发到短信与邮件', 'Forward inbox messages by SMS and e-mail'),
      at: '* * * * *',
      run: sendCopies,
    },
  },
};
