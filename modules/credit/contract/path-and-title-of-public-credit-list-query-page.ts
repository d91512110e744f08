import type { PublicPage } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** The open page on which everybody looks up published listings. */
export const publicCreditListQueryPage = {
  name: 'credit/query',
  path: '/credit',
  title: text('信用查询', 'Credit lists'),
  listed: true,
} as const satisfies PublicPage;
