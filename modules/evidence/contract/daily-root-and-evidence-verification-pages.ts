import type { PublicPage } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** The published root of a day. */
export const dailyEvidenceRootPage = {
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
