import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { roadDataSource } from './camera-gate-and-positioning-source.ts';
import { checkAppeal } from './check/check-appeal.ts';
import { check } from './check/enforcement-check.ts';
import { ratingsOfEnforcementChecksScreen } from './check/enforcement-check-rating-form-and-screen.ts';
import { checkAnswer, checkOfficer, checkSignature } from './check/officers-answers-and-signatures-of-check.ts';
import { publishedCheckResultsPage } from './check/path-and-title-of-published-check-results-page.ts';
import * as recordDocuments from './check-document/check-approval-notice-and-record-documents.ts';
import * as inquiryDocuments from './check-document/inquiry-and-evidence-documents.ts';
import * as resultDocuments from './check-document/result-and-service-documents.ts';
import { coachMapLayer, coachPanels } from './coaches-in-transit-wall-panels.ts';
import { recurringCheckCycle } from './cycle/recurring-check-cycle.ts';
import { drawCeremonyScreen } from './draw/draw-ceremony-screen.ts';
import { drawVerificationPage } from './draw/path-and-title-of-draw-verification-page.ts';
import { drawWitnessSeedPage } from './draw/path-and-title-of-draw-witness-seed-page.ts';
import { draw } from './draw/random-inspection-draw.ts';
import { drawWitness } from './draw/witness-of-draw.ts';
import { expertDraw } from './expert-draw/random-expert-draw.ts';
import { expertDrawWitness } from './expert-draw/witness-of-expert-draw.ts';
import { frequencyCap } from './frequency/frequency-cap-of-enforcement-checks.ts';
import { officerRevisitReason } from './frequency/officer-revisit-reason.ts';
import { planCheckItem } from './plan/check-item-of-inspection-plan.ts';
import { plan } from './plan/inspection-plan.ts';
import { gateEntryCount, plateCapture, vehiclePosition } from './plate-gate-and-position-time-series.ts';
import { roadsideCheck } from './roadside-check.ts';
import { roadsideLookupScreen } from './roadside-lookup-screen-and-answer-types.ts';
import { checkMapLayer, checkWallPanels } from './wall/enforcement-check-wall-panels-and-feeds.ts';

/** Roadside lookups and checks, inspection plans and verifiable draws (domain reference §1.2, §2.E, §2.I). */
export const enforcementModule = module_({
  name: 'enforcement',
  label: text('执法检查', 'Enforcement checks'),
  icon: 'security-scan',
  weigh: 87,
  entries: [
    roadsideLookupScreen,
    roadsideCheck,
    check,
    checkOfficer,
    checkAnswer,
    checkSignature,
    checkAppeal,
    ratingsOfEnforcementChecksScreen,
    plan,
    planCheckItem,
    draw,
    drawWitness,
    drawCeremonyScreen,
    expertDraw,
    expertDrawWitness,
    recurringCheckCycle,
    frequencyCap,
    officerRevisitReason,
    roadDataSource,
  ],
  documents: [recordDocuments, inquiryDocuments, resultDocuments].flatMap((of) => Object.values(of)),
  pages: [publishedCheckResultsPage, drawVerificationPage, drawWitnessSeedPage],
  series: [plateCapture, vehiclePosition, gateEntryCount],
  panels: [...coachPanels, ...checkWallPanels],
  mapLayers: [coachMapLayer, checkMapLayer],
});
