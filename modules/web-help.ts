import type { HelpPage } from '#web/help/help-pages.ts';

/** Pages of help written by hand, by name of the screen; what a declaration says of itself needs none. */
export const helpPages: Readonly<Record<string, HelpPage>> = {
  'enterprise/enterprise': {
    'zh-cn': () => import('./enterprise/web/help/enterprise.zh-cn.md?raw'),
    en: () => import('./enterprise/web/help/enterprise.en.md?raw'),
  },
  'auth/access': {
    'zh-cn': () => import('./identity/web/help/access.zh-cn.md?raw'),
    en: () => import('./identity/web/help/access.en.md?raw'),
  },
  dashboard: {
    'zh-cn': () => import('./screen/web/help/start.zh-cn.md?raw'),
    en: () => import('./screen/web/help/start.en.md?raw'),
  },
};
