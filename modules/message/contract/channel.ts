import { inboxMessageKinds } from '#kernel/message/inbox-message-kind.ts';
import { type Text, text } from '#kernel/text/text.ts';

/** What reaches somebody, told apart as they choose how: a kind of message, or that a colleague calls them. */
export const topics = {
  legal: inboxMessageKinds.legal,
  todo: inboxMessageKinds.todo,
  system: inboxMessageKinds.system,
  mention: text('@ 提及', 'Mentions'),
} as const satisfies Readonly<Record<string, Text>>;
export type Topic = keyof typeof topics;
export const topicNames = Object.keys(topics) as readonly Topic[];

/** The message by which a colleague calls somebody; the trigger `mute_notice` knows it as well. */
export const mentionCode = 'comment_mentioned';

/** What may arrive in the inbox read already, so that the bell says nothing: what wants nothing of anybody. */
export const mutable: readonly Topic[] = ['system', 'mention'];

/** How somebody is told, besides the inbox, in which everything stands. */
export interface Channels {
  /** By e-mail as well; by SMS as well. */
  readonly email: readonly Topic[];
  readonly sms: readonly Topic[];
  /** In the inbox without the bell. */
  readonly muted: readonly Topic[];
  /** One e-mail a day with what is to do and to read; none where there is nothing. */
  readonly digest: boolean;
  /** The hour in Shanghai from which it is sent. */
  readonly digest_hour: number;
}

/** As it is until somebody chooses. */
export const usualChannels: Channels = { email: [], sms: [], muted: [], digest: false, digest_hour: 8 };

/** What one chooses from: masked, and null where none is on record. E-mail goes to an address that was proven. */
export interface OwnChannels extends Channels {
  readonly addresses: { readonly email: string | null; readonly mobile: string | null; readonly proven: boolean };
}
