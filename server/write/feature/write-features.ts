import { assignedNumbers } from './assigned-numbers.ts';
import { bannedWordScreening } from './banned-word-screening.ts';
import { childListsOfForm } from './child-lists-of-form.ts';
import { correctionsAfterReturn } from './corrections-after-return.ts';
import { draftAndPublishVersions } from './draft-and-publish-versions.ts';
import { enforceSeparationOfDuties } from './enforce-separation-of-duties.ts';
import { englishTextColumns } from './english-text-columns.ts';
import { enterInEvidenceChain } from './enter-in-evidence-chain.ts';
import { movesThatRequestChanges } from './moves-that-request-changes.ts';
import { multiStepApprovals } from './multi-step-approvals.ts';
import { notifications, settledTodoMessages } from './notifications-and-settled-todos.ts';
import { ownerOfNewRow } from './owner-of-new-row.ts';
import { personalNumbersInPublishedText } from './personal-numbers-in-published-text.ts';
import { recordFileReferences } from './record-file-references.ts';
import { refuseGuardedMoves } from './refuse-guarded-moves.ts';
import { setStampedFields } from './set-stamped-fields.ts';
import { startAndStopDeadlineClocks } from './start-and-stop-deadline-clocks.ts';
import { stateAfterWrite } from './state-after-write.ts';
import { storeMoveEvidence } from './store-move-evidence.ts';
import { documentValidity } from './validity-from-expiry-dates.ts';
import { valuesSetByPlatform } from './values-set-by-platform.ts';
import type { WriteFeature } from './write-phases.ts';

/**
 * The features that take part in writes. Each phase calls them in this order, which is therefore the order of refusals.
 * Columns of later features replace those of earlier ones.
 */
export const writeFeatures: readonly WriteFeature[] = [
  enforceSeparationOfDuties,
  refuseGuardedMoves,
  childListsOfForm,
  multiStepApprovals,
  ownerOfNewRow,
  setStampedFields,
  draftAndPublishVersions,
  movesThatRequestChanges,
  correctionsAfterReturn,
  stateAfterWrite,
  valuesSetByPlatform,
  assignedNumbers,
  englishTextColumns,
  startAndStopDeadlineClocks,
  documentValidity,
  recordFileReferences,
  personalNumbersInPublishedText,
  bannedWordScreening,
  storeMoveEvidence,
  enterInEvidenceChain,
  settledTodoMessages,
  notifications,
];
