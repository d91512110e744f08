import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { bannedWordScreeningSource } from './banned-word/banned-word-source-for-text-screening.ts';
import { publishShippedAndEarlierBannedWordListsIfNone } from './banned-word/publish-shipped-and-earlier-banned-word-lists-if-library-has-none.ts';
import { violationCauseWriteHooks } from './cause/refuse-faulty-fines-of-violation-cause.ts';
import { checkItemWriteHooks } from './check-item/show-how-many-checklists-contain-retired-item.ts';
import { checklistWriteHooks } from './checklist/require-checklist-items-in-force-and-renew-them.ts';
import { discretionStandardWriteHooks } from './discretion/require-discretion-grades-to-cover-statutory-fines.ts';
import {
  expertConflictWriteHooks,
  expertEngagementWriteHooks,
} from './expert/require-party-of-conflict-and-payment-not-before-engagement.ts';
import { articleSearchAndVersionsController } from './law/article-search-and-versions-controller.ts';
import { lawTextPreviewAndComparisonController } from './law/law-text-preview-and-comparison-controller.ts';
import { articleWriteHooks, lawWriteHooks } from './law/validate-article-order-and-format-article-number-in-chinese.ts';
import { officerWriteHooks } from './officer/refuse-second-officer-for-same-account.ts';
import { recusalWriteHooks } from './officer/validate-recusal-and-refuse-declaring-for-others.ts';
import { loadShippedLaws } from './reference-data/load-shipped-laws.ts';
import { loadShippedViolationCausesAndChecklists } from './reference-data/load-shipped-violation-causes-and-checklists.ts';

export const libraryServer: ServerModule = {
  name: 'library',
  async prepare(engine) {
    // causes and check items cite articles
    await loadShippedLaws(engine);
    await loadShippedViolationCausesAndChecklists(engine);
    await publishShippedAndEarlierBannedWordListsIfNone(engine);
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
