import { mailSettings, smsSettings } from '#kernel/settings/email-and-sms-settings.ts';
import { text } from '#kernel/text/text.ts';
import { rowAssignedMessage } from '#server/calls/assign-rows-to-officer-calls.ts';
import { expiryMessages, notifyExpiry } from '#server/message/notify-holders-and-officers-of-expiring-documents.ts';
import {
  accountChangedMessage,
  newDeviceSignInMessage,
  secondFactorResetMessage,
} from '#server/message/notify-person-of-credential-changes-and-new-devices.ts';
import { guardedSettingChanged } from '#server/message/notify-super-admins-of-changed-setting.ts';
import { codeMessage } from '#server/message/send-match-and-spend-one-time-codes.ts';
import type { CarrierToBoundPeople } from '#server/platform/message-carrier.ts';
import type { ModuleContext, ServerModule } from '#server/platform/server-module-declaration.ts';
import { refreshDocumentValidity } from '#server/write/row-set/refresh-document-validity.ts';
import { cannedReply } from '../contract/canned-reply-for-lifecycle-move.ts';
import { editableMessageTemplate } from '../contract/editable-message-template.ts';
import { queuedEmail } from '../contract/queued-email.ts';
import { queuedSms } from '../contract/queued-sms.ts';
import { queuedWechatMessage } from '../contract/queued-wechat-message.ts';
import { unsignedLegalDocumentHomeLines } from '../contract/unsigned-legal-documents-on-member-home.ts';
import { addAndUpdateDeclaredMessageTemplates } from './add-and-update-declared-message-templates.ts';
import { commentsAndMentionsControllers, mentionedMessage } from './comments-and-mentions-controllers.ts';
import { copyInboxMessages, inboxMessageCopy, wechatMessageCopy } from './copy-inbox-messages-to-chosen-channels.ts';
import { deliverQueuedMessage, type MessageQueue, maintainMessageQueue } from './deliver-queued-messages.ts';
import { sendEmailBySmtp } from './delivery/send-email-by-smtp.ts';
import { inboxReadAndLegalReceiptControllers } from './inbox-read-and-legal-receipt-controllers.ts';
import { listMessageTemplatesController } from './list-message-templates-controller.ts';
import {
  dueWorkSubscribers,
  notifyDueWork,
  workDue,
  workOverdue,
} from './notify-officers-and-members-of-due-and-overdue-work.ts';
import { awaitedApprovalMessage, awaitedApprovalSubscribers } from './notify-officers-of-awaited-approval.ts';
import { offerAndSaveCannedRepliesController } from './offer-canned-replies-for-move-and-save-personal-ones-controller.ts';
import { ownNotificationChannelsControllers } from './own-notification-channels-controllers.ts';
import { resendFailedMessagesController } from './resend-failed-messages-controller.ts';
import { sendTestSmsController } from './send-test-sms-controller.ts';
import { pollDeliveryReceipts } from './sms/poll-delivery-receipts.ts';
import { deliveryReceiptController } from './sms/receive-and-record-delivery-receipts.ts';
import {
  awaitsDeliveryReceipt,
  costOfSms,
  earliestSmsDelivery,
  sendSmsByProvider,
} from './sms/send-sms-by-provider.ts';
import { smsDebugBoxController } from './sms-debug-box-controller.ts';
import { wechatChannelOnOrOffSubscribers } from './turn-wechat-channel-on-when-bound-and-off-when-unbound.ts';
import { cannedReplyWriteHooks } from './validate-canned-reply-placeholders-and-protect-personal-ones.ts';
import { editableMessageTemplateWriteHooks } from './validate-edited-message-template-and-reload-templates.ts';

const queuesOfProviders: readonly MessageQueue[] = [
  {
    resource: queuedSms,
    table: 'message_sms',
    address: 'mobile',
    carry: sendSmsByProvider,
    mayGo: earliestSmsDelivery,
    awaitsReceipt: awaitsDeliveryReceipt,
    costOf: costOfSms,
    // domain reference §2.R
    perAddress: { name: 'sms_notice_day', most: 20, seconds: 86_400, forgets: 'each' },
  },
  { resource: queuedEmail, table: 'message_email', address: 'email', carry: sendEmailBySmtp },
];

const messageCronJobs = (queues: readonly MessageQueue[]): NonNullable<ServerModule['scheduled']> => ({
  go_over_papers: {
    label: text('核对证件有效期，提醒将到期与已过期的', 'Check document validity and notify of expiry'),
    at: '0 2 * * *',
    async run(engine, { log }) {
      const changed = await refreshDocumentValidity(engine);
      const notified = await notifyExpiry(engine);
      if (changed + notified > 0) log.info({ changed, notified }, 'papers brought up to today');
    },
  },
  tell_due_work: {
    label: text('告知承办人将到期与超期的事项', 'Notify handlers of due and overdue items'),
    // what became due at night is reported together in the morning
    at: '*/10 7-21 * * *',
    run: async (engine) => void (await notifyDueWork(engine)),
  },
  ask_receipts: {
    label: text('查询短信回执', 'Query SMS receipts'),
    at: '*/5 * * * *',
    run: (engine, { signal }) => pollDeliveryReceipts(engine, signal),
  },
  send_copies: {
    label: text('把站内消息发到短信、邮件与微信', 'Forward inbox messages by SMS, e-mail and WeChat'),
    at: '* * * * *',
    run: copyInboxMessages,
  },
  deliver_messages: {
    label: text('处理短信、邮件与微信队列', 'Process SMS, e-mail and WeChat queues'),
    at: '* * * * *',
    async run(engine) {
      for (const queue of queues) await maintainMessageQueue(engine, queue);
    },
  },
});

/**
 * Delivers messages to people. Without a provider messages stay in the queue, where the administrator can read what
 * would have been sent; codes are masked there and can be read in the SMS debug box. Officers follow records,
 * comment on them, and mention and assign one another.
 */
export const messageServer = ({ modules, parts }: ModuleContext): ServerModule => {
  // the part that provides it is built after this one
  const wechatCarrier = (): CarrierToBoundPeople | undefined => parts.find((part) => part.wechatCarrier)?.wechatCarrier;
  const queues: readonly MessageQueue[] = [
    ...queuesOfProviders,
    {
      resource: queuedWechatMessage,
      table: 'message_wechat',
      address: 'recipient',
      carry: (engine, message) => wechatCarrier()?.carry(engine, message),
      mayGo: earliestSmsDelivery,
    },
  ];
  return messagePart(modules, queues, wechatCarrier);
};

const messagePart = (
  modules: ModuleContext['modules'],
  queues: readonly MessageQueue[],
  wechatCarrier: () => CarrierToBoundPeople | undefined,
): ServerModule => ({
  name: 'message',
  home: unsignedLegalDocumentHomeLines,
  settings: [smsSettings, mailSettings],
  hooks: {
    [editableMessageTemplate.name]: editableMessageTemplateWriteHooks,
    [cannedReply.name]: cannedReplyWriteHooks,
  },
  messages: [
    codeMessage,
    accountChangedMessage,
    guardedSettingChanged,
    secondFactorResetMessage,
    newDeviceSignInMessage,
    awaitedApprovalMessage,
    workDue,
    workOverdue,
    ...expiryMessages,
    mentionedMessage,
    rowAssignedMessage,
    inboxMessageCopy,
    wechatMessageCopy,
  ],
  controllers: () => [
    smsDebugBoxController,
    listMessageTemplatesController,
    sendTestSmsController,
    deliveryReceiptController,
    ...queues.map(resendFailedMessagesController),
    ...inboxReadAndLegalReceiptControllers,
    offerAndSaveCannedRepliesController,
    ...commentsAndMentionsControllers,
    ...ownNotificationChannelsControllers(wechatCarrier),
  ],
  subscribers: {
    ...awaitedApprovalSubscribers(modules),
    ...dueWorkSubscribers(modules),
    ...wechatChannelOnOrOffSubscribers,
  },
  prepare: addAndUpdateDeclaredMessageTemplates,
  // a message is polled for three days
  keep: { message_sms_receipt_query: { days: 4, from: 'next_at' } },
  outside: { deliver_message: deliverQueuedMessage(queues) },
  scheduled: messageCronJobs(queues),
});
