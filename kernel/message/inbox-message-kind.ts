import { text } from '../text/text.ts';

/** Kinds of inbox messages: to act on, for information, or a document to sign for. */
export const inboxMessageKinds = {
  legal: { ...text('法律文书', 'Legal document'), tone: 'bad' },
  todo: { ...text('待办', 'To do'), tone: 'warning' },
  system: { ...text('通知', 'Notification'), tone: 'progress' },
} as const;
export type InboxMessageKind = keyof typeof inboxMessageKinds;
