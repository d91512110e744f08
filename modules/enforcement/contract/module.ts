import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { check } from './check/check.ts';
import { checkAppeal } from './check/check-appeal.ts';
import { checkAnswer, checkOfficer, checkSignature } from './check/check-child-rows.ts';
import { checkRatingsScreen } from './check/check-rating.ts';
import { publishedResultsPage } from './check/published-results-page.ts';
import * as recordDocuments from './check-document/approval-notice-and-record.ts';
import * as inquiryDocuments from './check-document/inquiry-and-evidence-documents.ts';
import * as resultDocuments from './check-document/result-and-service-documents.ts';
import { recurringCheckCycle } from './cycle/recurring-check-cycle.ts';
import { ceremonyScreen } from './draw/ceremony-screen.ts';
import { draw } from './draw/draw.ts';
import { drawVerificationPage } from './draw/draw-verification-page.ts';
import { drawWitness } from './draw/draw-witness.ts';
import { witnessPage } from './draw/witness-page.ts';
import { expertDraw } from './expert-draw/expert-draw.ts';
import { expertDrawWitness } from './expert-draw/expert-draw-witness.ts';
import { frequencyCap } from './frequency/frequency-cap.ts';
import { repeatVisitReason } from './frequency/repeat-visit-reason.ts';
import { plan } from './plan/plan.ts';
import { planCheckItem } from './plan/plan-check-item.ts';
import { dataSource } from './road-data-source.ts';
import { gateEntryCount, plateCapture, vehiclePosition } from './road-readings.ts';
import { roadsideCheck } from './roadside-check.ts';
import { roadsideLookupScreen } from './roadside-lookup.ts';
import { checkPanels } from './wall/check-panels.ts';
import { coachPanels } from './wall-coach-panel.ts';

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
    checkRatingsScreen,
    plan,
    planCheckItem,
    draw,
    drawWitness,
    ceremonyScreen,
    expertDraw,
    expertDrawWitness,
    recurringCheckCycle,
    frequencyCap,
    repeatVisitReason,
    dataSource,
  ],
  documents: [recordDocuments, inquiryDocuments, resultDocuments].flatMap((of) => Object.values(of)),
  pages: [publishedResultsPage, drawVerificationPage, witnessPage],
  series: [plateCapture, vehiclePosition, gateEntryCount],
  panels: [...coachPanels, ...checkPanels],
});
