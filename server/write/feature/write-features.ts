import { assignedNumbers } from './assigned-numbers.ts';
import { bannedWordScreening } from './banned-word-screening.ts';
import { changeRequests } from './change-requests.ts';
import { childLists } from './child-lists.ts';
import { correctionsAfterReturn } from './corrections-after-return.ts';
import { deadlineClocks } from './deadline-clocks.ts';
import { documentValidity } from './document-validity.ts';
import { draftAndPublishVersions } from './draft-and-publish-versions.ts';
import { englishTextColumns } from './english-text-columns.ts';
import { evidenceChain } from './evidence-chain.ts';
import { fileReferences } from './file-references.ts';
import { lifecycleState } from './lifecycle-state.ts';
import { moveGuards } from './move-guards.ts';
import { multiStepApprovals } from './multi-step-approvals.ts';
import { notifications, settledTodoMessages } from './notifications.ts';
import { ownerOfNewRow } from './owner-of-new-row.ts';
import { personalNumbersInPublishedText } from './personal-numbers-in-published-text.ts';
import { platformValues } from './platform-values.ts';
import { separationOfDuties } from './separation-of-duties.ts';
import { stampedFields } from './stamped-fields.ts';
import { storeMoveEvidence } from './store-move-evidence.ts';
import type { WriteFeature } from './write-phases.ts';

/**
 * The features that take part in writes. Each phase calls them in this order, which is therefore the order of refusals.
 * Columns of later features replace those of earlier ones.
 */
export const writeFeatures: readonly WriteFeature[] = [
  separationOfDuties,
  moveGuards,
  childLists,
  multiStepApprovals,
  ownerOfNewRow,
  stampedFields,
  draftAndPublishVersions,
  changeRequests,
  correctionsAfterReturn,
  lifecycleState,
  platformValues,
  assignedNumbers,
  englishTextColumns,
  deadlineClocks,
  documentValidity,
  fileReferences,
  personalNumbersInPublishedText,
  bannedWordScreening,
  storeMoveEvidence,
  evidenceChain,
  settledTodoMessages,
  notifications,
];
