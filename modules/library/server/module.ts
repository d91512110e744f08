import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { publishShippedBannedWordList } from './banned-word/publish-shipped-banned-word-list.ts';
import { bannedWordScreeningSource } from './banned-word/published-banned-word-screening-source.ts';
import { violationCauseWriteHooks } from './cause/check-fines-of-violation-cause.ts';
import { checkItemWriteHooks } from './check-item/count-checklists-of-retired-check-item.ts';
import { checklistWriteHooks } from './checklist/check-and-renew-items-of-checklist.ts';
import { discretionStandardWriteHooks } from './discretion/check-grades-cover-fines-of-cause.ts';
import { expertConflictWriteHooks, expertEngagementWriteHooks } from './expert/check-expert-conflict-and-engagement.ts';
import { articleSearchAndVersionsController } from './law/article-search-and-versions-controller.ts';
import { articleWriteHooks, lawWriteHooks } from './law/check-and-number-articles-of-law.ts';
import { lawTextPreviewAndComparisonController } from './law/law-text-preview-and-comparison-controller.ts';
import { recusalWriteHooks } from './officer/check-recusal-and-who-declares-it.ts';
import { officerWriteHooks } from './officer/refuse-second-officer-for-same-account.ts';
import { loadShippedLaws } from './reference-data/load-shipped-laws.ts';
import { loadShippedViolationCausesAndChecklists } from './reference-data/load-shipped-violation-causes-and-checklists.ts';

export const libraryServer: ServerModule = {
  name: 'library',
  async prepare(engine) {
    // causes and check items cite articles
    await loadShippedLaws(engine);
    await loadShippedViolationCausesAndChecklists(engine);
    await publishShippedBannedWordList(engine);
  },
  screening: bannedWordScreeningSource,
  hooks: {
    'library/law': lawWriteHooks,
    'library/article': articleWriteHooks,
    'library/officer': officerWriteHooks,
    'library/recusal': recusalWriteHooks,
    'library/expertConflict': expertConflictWriteHooks,
    'library/expertService': expertEngagementWriteHooks,
    'library/cause': violationCauseWriteHooks,
    'library/discretion': discretionStandardWriteHooks,
    'library/checkItem': checkItemWriteHooks,
    'library/checklist': checklistWriteHooks,
  },
  controllers: () => [lawTextPreviewAndComparisonController, articleSearchAndVersionsController],
};
