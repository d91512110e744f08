import type { ServerModule } from '#server/platform/server-module.ts';
import { prepareBannedWordList } from './banned-word/prepare-banned-word-list.ts';
import { screeningSource } from './banned-word/screening-source.ts';
import { causeHooks } from './cause/cause-hooks.ts';
import { checkItemHooks } from './check-item/check-item-hooks.ts';
import { checklistHooks } from './checklist/checklist-hooks.ts';
import { discretionHooks } from './discretion/discretion-hooks.ts';
import { expertConflictHooks, expertServiceHooks } from './expert/expert-hooks.ts';
import { articleController } from './law/article-controller.ts';
import { articleHooks, lawHooks } from './law/law-hooks.ts';
import { lawTextController } from './law/law-text-controller.ts';
import { officerHooks } from './officer/officer-hooks.ts';
import { recusalHooks } from './officer/recusal-hooks.ts';
import { loadCausesAndChecklists } from './reference-data/load-causes-and-checklists.ts';
import { loadLaws } from './reference-data/load-laws.ts';

export const libraryServer: ServerModule = {
  name: 'library',
  async prepare(engine) {
    // causes and check items cite articles
    await loadLaws(engine);
    await loadCausesAndChecklists(engine);
    await prepareBannedWordList(engine);
  },
  screening: screeningSource,
  hooks: {
    'library/law': lawHooks,
    'library/article': articleHooks,
    'library/officer': officerHooks,
    'library/recusal': recusalHooks,
    'library/expertConflict': expertConflictHooks,
    'library/expertService': expertServiceHooks,
    'library/cause': causeHooks,
    'library/discretion': discretionHooks,
    'library/checkItem': checkItemHooks,
    'library/checklist': checklistHooks,
  },
  controllers: () => [lawTextController, articleController],
};
