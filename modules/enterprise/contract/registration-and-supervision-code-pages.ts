import type { PublicPage } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** Public registration page. */
export const registerPage = {
  name: 'enterprise/register',
  path: '/enterprise/register/*',
  title: text('企业入驻登记', 'Enterprise registration'),
  listed: true,
} as const satisfies PublicPage;

/** Public page of the supervision code posted at the door. */
export const publicEnterprisePage = {
  name: 'enterprise/supervision',
  path: '/enterprise/s/:code',
  title: text('监管信息', 'Supervision record'),
} as const satisfies PublicPage;
