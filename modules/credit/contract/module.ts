import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { creditEvent } from './credit-event.ts';
import { creditRepair } from './credit-repair-application.ts';
import { creditScore } from './credit-score.ts';
import { creditFormula } from './credit-score-formula-version.ts';
import { guideCreditEvent } from './guide-credit-event.ts';
import { guideCreditScore } from './guide-credit-score.ts';
import { ownCreditOfGuideScreen } from './own-credit-of-guide-screen.ts';
import { publicCreditListQueryPage } from './path-and-title-of-public-credit-list-query-page.ts';
import { creditFormulaRule } from './points-per-event-kind-in-credit-formula.ts';
import {
  listingDecisionDocument,
  listingNoticeDocument,
  repairDecisionDocument,
} from './red-or-black-list-and-credit-repair-documents.ts';
import { creditListing } from './red-or-black-list-entry.ts';

/** Credit of enterprises and guides: events, scores, lists and repairs (domain reference §2.N). */
export const creditModule = module_({
  name: 'credit',
  label: text('信用管理', 'Credit'),
  icon: 'trophy',
  weigh: 84,
  entries: [
    creditEvent,
    creditScore,
    guideCreditEvent,
    guideCreditScore,
    creditListing,
    creditRepair,
    creditFormula,
    creditFormulaRule,
  ],
  documents: [listingNoticeDocument, listingDecisionDocument, repairDecisionDocument],
  pages: [publicCreditListQueryPage],
  member: [ownCreditOfGuideScreen],
});
