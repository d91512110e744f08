import type { Screen } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** Screen on which a guide reads their own credit, objects to events and states their case: `/user/credit/own`. */
export const ownCreditOfGuideScreen = {
  name: 'credit/own',
  label: text('我的信用', 'My credit'),
  icon: 'trophy',
  forNamedBy: { of: 'crew/guide', by: 'user_id' },
} as const satisfies Screen;
