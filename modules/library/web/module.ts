import type { WebModule } from '#web/shell/module/web-module.ts';

export const libraryWeb: WebModule = {
  name: 'library',
  formInputs: {
    'library/law': [{ fields: ['articles'], wide: true, load: () => import('./law/law-articles-input.tsx') }],
  },
};
