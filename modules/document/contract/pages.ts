import type { PublicPage } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** Where whoever holds a paper checks it; its QR code leads there. */
export const checkPage = {
  name: 'document/check',
  path: '/check/:code?',
  title: text('文书核验', 'Verify document'),
  listed: true,
} as const satisfies PublicPage;

/** The same page by the name people say, for who types it off a notice. */
export const verifyPage = {
  name: 'document/verify',
  path: '/verify/:code?',
  title: checkPage.title,
} as const satisfies PublicPage;
