import type { PublicPage } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** What of the enterprises anybody may open. */
export const registerPage = {
  name: 'enterprise/register',
  path: '/enterprise/register/*',
  title: text('企业入驻登记', 'Enterprise registration'),
  listed: true,
} as const satisfies PublicPage;

/** Behind the supervision code on the door. */
export const supervisionPage = {
  name: 'enterprise/supervision',
  path: '/enterprise/s/:code',
  title: text('监管信息', 'Supervision record'),
} as const satisfies PublicPage;
