import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { publishMenu, publishMenuTask, restoreMenu, restoreMenuTask } from './api/publish-menu-to-wechat.ts';
import { inboxMessageCarrier } from './api/send-inbox-message-as-template-message.ts';
import { sendQueuedReplyAsCustomerServiceMessage } from './api/send-queued-reply-as-customer-service-message.ts';
import { ownWechatBindingControllers } from './binding/own-wechat-binding-controllers.ts';
import { unbindFollowersController } from './binding/unbind-followers-controller.ts';
import {
  unbindingHooksOfMembers,
  unbindingHooksOfOfficers,
  unbindingSubscribers,
} from './binding/unbind-followers-of-disabled-and-deleted-accounts.ts';
import { recordDeliveryAgain, recordDeliveryAgainTask } from './callback/record-delivery-result-of-template-message.ts';
import { answerLaterTask } from './callback/reply-to-incoming-message.ts';
import { retryUnansweredMessages } from './callback/retry-unanswered-messages.ts';
import { serveWechatCallbacks } from './callback/wechat-callback-routes.ts';
import { connectionTestAndSimulatorController } from './connection-test-and-simulator-controller.ts';
import { copyMenuAsNewDraftController } from './copy-menu-as-new-draft-controller.ts';
import { wechatReplyWriteHooks } from './hooks/validate-keywords-and-content-of-automatic-reply.ts';
import { wechatMenuWriteHooks } from './hooks/validate-menu-and-queue-its-publication.ts';
import { wechatAccountWriteHooks } from './hooks/validate-official-account-and-encrypt-its-secrets.ts';
import { conflictingReplyKeywordsController } from './reply/conflicting-reply-keywords-controller.ts';

/** WeChat official accounts: the callback that answers followers, and calls of the API of WeChat. */
export const wechatServer: ServerModule = {
  name: 'wechat',
  hooks: {
    'auth/admin': unbindingHooksOfOfficers,
    'user/user': unbindingHooksOfMembers,
    'wechat/account': wechatAccountWriteHooks,
    'wechat/menu': wechatMenuWriteHooks,
    'wechat/reply': wechatReplyWriteHooks,
  },
  subscribers: unbindingSubscribers,
  wechatCarrier: inboxMessageCarrier,
  controllers: () => [
    connectionTestAndSimulatorController,
    copyMenuAsNewDraftController,
    conflictingReplyKeywordsController,
    unbindFollowersController,
    ...ownWechatBindingControllers,
  ],
  routes(services) {
    // bodies and faults in the form of WeChat
    void services.app.register(async (app) => serveWechatCallbacks({ ...services, app }));
  },
  tasks: { [recordDeliveryAgainTask]: recordDeliveryAgain },
  outside: {
    [publishMenuTask]: (engine, { menu }) => publishMenu(engine, Number(menu)),
    [restoreMenuTask]: (engine, { account }) => restoreMenu(engine, Number(account)),
    [answerLaterTask]: (engine, { message }) => sendQueuedReplyAsCustomerServiceMessage(engine, Number(message)),
  },
  scheduled: {
    answer_wechat_messages: {
      label: text('补答公众号来信', 'Answer messages to official accounts that were left'),
      at: '* * * * *',
      run: retryUnansweredMessages,
    },
    remove_wechat_signatures: {
      label: text('清理公众号回调签名', 'Remove signatures of WeChat callbacks'),
      at: '*/5 * * * *',
      async run({ db }) {
        await db.query(sql`delete from wechat_callback_signature where createtime < now() - interval '15 minutes'`);
      },
    },
  },
};
