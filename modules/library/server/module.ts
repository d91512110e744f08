import type { ServerModule } from '#server/platform/server-module.ts';
import { publishShippedBannedWordList } from './banned-word/publish-shipped-banned-word-list.ts';
import { bannedWordScreeningSource } from './banned-word/published-banned-word-source.ts';
import { violationCauseHooks } from './cause/violation-cause-hooks.ts';
import { checkItemHooks } from './check-item/check-item-hooks.ts';
import { checklistHooks } from './checklist/checklist-hooks.ts';
import { discretionStandardHooks } from './discretion/discretion-standard-hooks.ts';
import { expertConflictHooks, expertEngagementHooks } from './expert/expert-conflict-and-engagement-hooks.ts';
import { articleSearchAndVersionsController } from './law/article-search-and-versions-controller.ts';
import { articleHooks, lawHooks } from './law/law-and-article-hooks.ts';
import { lawTextPreviewAndComparisonController } from './law/law-text-preview-and-comparison-controller.ts';
import { officerHooks } from './officer/officer-hooks.ts';
import { recusalHooks } from './officer/recusal-hooks.ts';
import { loadShippedCausesAndChecklists } from './reference-data/load-shipped-causes-and-checklists.ts';
import { loadShippedLaws } from './reference-data/load-shipped-laws.ts';

export const libraryServer: ServerModule = {
  name: 'library',
  async prepare(engine) {
    // causes and check items cite articles
    await loadShippedLaws(engine);
    await loadShippedCausesAndChecklists(engine);
    await publishShippedBannedWordList(engine);
  },
  screening: bannedWordScreeningSource,
  hooks: {
    'library/law': lawHooks,
    'library/article': articleHooks,
    'library/officer': officerHooks,
    'library/recusal': recusalHooks,
    'library/expertConflict': expertConflictHooks,
    'library/expertService': expertEngagementHooks,
    'library/cause': violationCauseHooks,
    'library/discretion': discretionStandardHooks,
    'library/checkItem': checkItemHooks,
    'library/checklist': checklistHooks,
  },
  controllers: () => [lawTextPreviewAndComparisonController, articleSearchAndVersionsController],
};
