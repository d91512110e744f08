import { inboxMessageKinds } from '#kernel/message/inbox-message-kind.ts';
import { type Text, text } from '#kernel/text/text.ts';

/** Topics a person chooses channels for: one per kind of message, and mentions by colleagues. */
export const notificationTopics = {
  legal: inboxMessageKinds.legal,
  todo: inboxMessageKinds.todo,
  system: inboxMessageKinds.system,
  mention: text('@ 提及', 'Mentions'),
} as const satisfies Readonly<Record<string, Text>>;
export type NotificationTopic = keyof typeof notificationTopics;
export const notificationTopicNames = Object.keys(notificationTopics) as readonly NotificationTopic[];

/** Code of the message that mentions an officer in a comment. The trigger `mute_notices` uses the same code. */
export const mentionCode = 'comment_mentioned';

/** Topics that may arrive in the inbox already read, without the bell: none of them requires action. */
export const mutableNotificationTopics: readonly NotificationTopic[] = ['system', 'mention'];

/** How a person is notified besides the inbox, which receives everything. */
export interface NotificationChannelChoice {
  /** Topics also sent by e-mail; `sms`: also sent by SMS; `wechat`: also by the official account that the person is bound to. */
  readonly email: readonly NotificationTopic[];
  readonly sms: readonly NotificationTopic[];
  readonly wechat: readonly NotificationTopic[];
  /** Topics that arrive without the bell. */
  readonly muted: readonly NotificationTopic[];
  /** Sends one e-mail a day listing open work and unread messages; nothing on a day without either. */
  readonly digest: boolean;
  /** Hour (Asia/Shanghai) from which the digest is sent. */
  readonly digest_hour: number;
}

/** Default until a person chooses. */
export const defaultNotificationChannels: NotificationChannelChoice = {
  email: [],
  sms: [],
  wechat: [],
  muted: [],
  digest: false,
  digest_hour: 8,
};

/**
 * The person's choice with their masked addresses, null where none is on record. E-mail is sent only to a verified
 * address.
 */
export interface OwnNotificationChannels extends NotificationChannelChoice {
  readonly addresses: {
    readonly email: string | null;
    readonly mobile: string | null;
    readonly proven: boolean;
    /** Whether an official account reaches the person. */
    readonly wechat: boolean;
    /** Whether the person is bound to a follower of an official account, who may have left it. */
    readonly wechat_bound: boolean;
  };
}
