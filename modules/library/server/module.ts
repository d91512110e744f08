import type { ServerModule } from '#server/platform/server-module.ts';

export const libraryServer: ServerModule = {
  name: 'library',
};
