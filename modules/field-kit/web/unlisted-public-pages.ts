import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { fieldPage } from '../contract/path-and-title-of-field-kit-page.ts';

/** The kit, which officers open from their home screen. */
export const fieldKitUnlistedPublicPages: readonly PublicPageRoute[] = [
  { ...fieldPage, load: () => import('./field-kit-page.tsx') },
];
