import { assignRecordNumbers } from './assign-record-numbers.ts';
import { storePendingApprovalSteps } from './check-and-store-approval-steps-of-move.ts';
import { draftAndPublishVersions } from './draft-and-publish-versions.ts';
import { enforceSeparationOfDuties } from './enforce-separation-of-duties.ts';
import { enterInEvidenceChain } from './enter-in-evidence-chain.ts';
import { overrideInputWithValuesSetByServerCode } from './override-input-with-values-set-by-server-code.ts';
import { proposeAndDecidePendingChanges } from './propose-and-decide-pending-changes-of-row.ts';
import { recordFileReferences } from './record-file-references.ts';
import { refuseMovesWithUnmetGuard } from './refuse-moves-with-unmet-guard.ts';
import { refuseOrNoteBannedWordInFields } from './refuse-or-note-banned-word-in-fields.ts';
import { refusePersonalNumbersInPublishedText } from './refuse-personal-numbers-in-published-text.ts';
import { sendDeclaredNotifications, settleTodos } from './send-notifications-and-settle-todos.ts';
import { setDocumentValidityStatus } from './set-document-validity-status.ts';
import { setInitialStateOrTargetStateOfMove } from './set-initial-state-or-target-state-of-move.ts';
import { setOrClearEnglishColumns } from './set-or-clear-english-columns.ts';
import { setOwnerOfNewRow } from './set-owner-of-new-row.ts';
import { stampFieldsWithTimeOrAccount } from './stamp-fields-with-time-or-account.ts';
import { startAndStopDeadlineClocks } from './start-and-stop-deadline-clocks.ts';
import { storeFilesPlaceAndSignaturesSubmittedWithMove } from './store-files-place-and-signatures-submitted-with-move.ts';
import { storeReturnRemarksAndResponses } from './store-return-remarks-and-responses.ts';
import { writeChildListsOfForm } from './write-child-lists-and-delete-them-with-parent.ts';
import type { WriteFeature } from './write-phase-and-feature-types.ts';

/**
 * The features that take part in writes. Each phase calls them in this order, which is therefore the order of refusals.
 * Columns of later features replace those of earlier ones.
 */
export const writeFeatures: readonly WriteFeature[] = [
  enforceSeparationOfDuties,
  refuseMovesWithUnmetGuard,
  writeChildListsOfForm,
  storePendingApprovalSteps,
  setOwnerOfNewRow,
  stampFieldsWithTimeOrAccount,
  draftAndPublishVersions,
  proposeAndDecidePendingChanges,
  storeReturnRemarksAndResponses,
  setInitialStateOrTargetStateOfMove,
  overrideInputWithValuesSetByServerCode,
  assignRecordNumbers,
  setOrClearEnglishColumns,
  startAndStopDeadlineClocks,
  setDocumentValidityStatus,
  recordFileReferences,
  refusePersonalNumbersInPublishedText,
  refuseOrNoteBannedWordInFields,
  storeFilesPlaceAndSignaturesSubmittedWithMove,
  enterInEvidenceChain,
  settleTodos,
  sendDeclaredNotifications,
];
