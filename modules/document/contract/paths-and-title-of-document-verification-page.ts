import type { PublicPage } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** The page on which anyone can check a document; its QR code leads there. */
export const documentVerificationPage = {
  name: 'document/check',
  path: '/check/:code?',
  title: text('文书核验', 'Verify document'),
  listed: true,
} as const satisfies PublicPage;

/** The same page under a name that is easy to type from a printed notice. */
export const documentVerificationPageShortAddress = {
  name: 'document/verify',
  path: '/verify/:code?',
  title: documentVerificationPage.title,
} as const satisfies PublicPage;
