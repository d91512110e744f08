import { text } from '../text/text.ts';

/** The kinds of inbox messages: a document to sign for, something to do, or information. */
export const inboxMessageKinds = {
  legal: { ...text('法律文书', 'Legal document'), tone: 'bad' },
  todo: { ...text('待办', 'To do'), tone: 'warning' },
  system: { ...text('通知', 'Notification'), tone: 'progress' },
} as const;
export type InboxMessageKind = keyof typeof inboxMessageKinds;
