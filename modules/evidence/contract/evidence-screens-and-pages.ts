import type { PublicPage, Screen } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** State of the chain for officers: keys, the last root, what is not sealed yet, and the check of everything. */
export const evidenceStateScreen = {
  name: 'evidence/state',
  label: text('证据链状态', 'State of the chain'),
  icon: 'audit',
} as const satisfies Screen;

/** The published root of a day. */
export const dailyRootPage = {
  name: 'evidence/day',
  path: '/verify/root/:day?',
  title: text('每日证据根', 'Daily evidence root'),
} as const satisfies PublicPage;

/** Verifies an exported file on the device of whoever holds it. */
export const evidenceVerifyPage = {
  name: 'evidence/verify',
  path: '/verify/evidence',
  title: text('证据核验', 'Verify evidence'),
} as const satisfies PublicPage;
