import type { WebModule } from '#web/shell/module/web-module.ts';

export const libraryWeb: WebModule = {
  name: 'library',
};
