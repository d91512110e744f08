import type { ServerModule } from '#server/platform/declared-server-part-of-module.ts';
import { publishShippedBannedWordList } from './banned-word/publish-shipped-banned-word-list.ts';
import { bannedWordScreeningSource } from './banned-word/published-banned-word-screening-source.ts';
import { violationCauseHooks } from './cause/check-fines-of-violation-cause.ts';
import { checkItemHooks } from './check-item/explain-checklists-of-retired-item.ts';
import { checklistHooks } from './checklist/check-and-renew-items-of-checklist.ts';
import { discretionStandardHooks } from './discretion/check-grades-cover-fines-of-cause.ts';
import { expertConflictHooks, expertEngagementHooks } from './expert/check-expert-conflict-and-engagement.ts';
import { articleSearchAndVersionsController } from './law/article-search-and-versions-controller.ts';
import { articleHooks, lawHooks } from './law/check-and-number-articles-of-law.ts';
import { lawTextPreviewAndComparisonController } from './law/law-text-preview-and-comparison-controller.ts';
import { recusalHooks } from './officer/check-recusal-and-who-declares-it.ts';
import { officerHooks } from './officer/refuse-officer-with-account-in-use.ts';
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
