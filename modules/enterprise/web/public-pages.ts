import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { publicEnterprisePage, registerPage } from '../contract/registration-and-supervision-code-pages.ts';

/** Public pages. They load before sign-in, so this file imports only names and texts. */
export const enterprisePublicPages: readonly PublicPageRoute[] = [
  { ...registerPage, load: () => import('./registration/enterprise-registration-page.tsx') },
  { ...publicEnterprisePage, load: () => import('./public-enterprise-page.tsx') },
];
