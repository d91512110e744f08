import { text } from '#kernel/text/text.ts';

/** Whether a note was sent when it was made, or later, once there was a network. */
export const sentLaterOptions = {
  no: text('即时', 'Live'),
  yes: { ...text('补传', 'Sent later'), tone: 'warning' },
} as const;
/** Delay after which a note counts as made without a network. */
export const sentLaterAfterSeconds = 120;
