import type { ServerModule } from '#server/platform/server-module.ts';
import { expertConflictHooks, expertServiceHooks } from './expert/expert-hooks.ts';
import { articleHooks, lawHooks } from './law/law-hooks.ts';
import { officerHooks } from './officer/officer-hooks.ts';
import { recusalHooks } from './officer/recusal-hooks.ts';

export const libraryServer: ServerModule = {
  name: 'library',
  hooks: {
    'library/law': lawHooks,
    'library/article': articleHooks,
    'library/officer': officerHooks,
    'library/recusal': recusalHooks,
    'library/expertConflict': expertConflictHooks,
    'library/expertService': expertServiceHooks,
  },
};
