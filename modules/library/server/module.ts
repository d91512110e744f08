import type { ServerModule } from '#server/platform/server-module.ts';
import { articleHooks, lawHooks } from './law/law-hooks.ts';

export const libraryServer: ServerModule = {
  name: 'library',
  hooks: { 'library/law': lawHooks, 'library/article': articleHooks },
};
