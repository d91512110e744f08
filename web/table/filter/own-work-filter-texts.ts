import { text } from '#kernel/text/text.ts';

/** What the filters of a list say that leave only the work of the person who reads it. */
export const ownWorkTexts = {
  awaitsMe: text('待我办', 'Assigned to me (to do)'),
  handledByMe: text('交给我的', 'Assigned to me (handler)'),
};
