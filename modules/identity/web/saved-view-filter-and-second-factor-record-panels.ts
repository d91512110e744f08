import { text } from '#kernel/text/text.ts';
import type { RecordPanel } from '#web/record/record-panel-registry.ts';
import { can } from '#web/session/session.ts';

/** Panel of second factors on the page of an officer's or member's account, for those who may reset them. */
const factorsOf = (resource: 'auth/admin' | 'user/user'): RecordPanel => ({
  name: 'factors',
  label: text('二次验证', 'Two-factor verification'),
  isShown: () => can(`${resource}/resetFactor`),
  load: () => import('./reset-second-factors-of-account-panel.tsx'),
});

/** What a subscription or a shared view selects, which its row has as the address of a list. */
export const savedViewFilterPanels: readonly RecordPanel[] = [
  {
    name: 'conditions',
    label: text('条件', 'Filter'),
    at: 'head',
    side: 'both',
    shows: ['address'],
    isShown: ({ address }) => typeof address === 'string',
    load: () => import('./saved-view/conditions-of-saved-view-panel.tsx'),
  },
];

export const adminSecondFactorPanels: readonly RecordPanel[] = [factorsOf('auth/admin')];
export const memberSecondFactorPanels: readonly RecordPanel[] = [factorsOf('user/user')];
