import { text } from '#kernel/text/text.ts';
import { enforcementWallFigures } from '#modules/enforcement/contract/enforcement-wall-figures-for-text-and-pdf.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { on } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { check } from '../contract/check/enforcement-check.ts';
import { checkMessages } from '../contract/check/messages-about-enforcement-check.ts';
import { draw } from '../contract/draw/random-inspection-draw.ts';
import { messageToDrawWitnessWithLinkToEnterSeed } from '../contract/message-templates.ts';
import { weeklyVisitsAndCheckFiguresController } from './board/weekly-visits-by-officer-and-check-figures-controller.ts';
import { cancelChecksOfVoidDraws } from './check/cancel-checks-of-void-draw.ts';
import { checkApprovalAssessmentController } from './check/check-approval-assessment-controller.ts';
import { checkRecordRatingAndOfficerVerificationControllers } from './check/check-record-rating-and-officer-verification-controllers.ts';
import { draftCheckFromDrawRecheckOrRoadsideCheckControllers } from './check/draft-check-from-draw-recheck-or-roadside-check-controllers.ts';
import { draftChecksOfDraw } from './check/draft-checks-of-draw.ts';
import { checkWriteHooks } from './check/enforce-legal-requirements-of-check-steps.ts';
import { notifyOfPassedDay } from './check/notify-officers-of-check.ts';
import { ownArrivalCodeController } from './check/own-arrival-code-for-colleague-to-enter-controller.ts';
import { ratingsOfEnforcementChecksController } from './check/ratings-of-enforcement-checks-controller.ts';
import { checkAppealWriteHooks } from './check/refuse-second-appeal-and-answer-by-officers-of-check.ts';
import { checkAnswerWriteHooks } from './check/validate-answers-to-check-items.ts';
import { draftAndVoidCheckDocumentSubscribers } from './check-document/draft-and-void-check-document-subscribers.ts';
import {
  checksEnterpriseTimelineContributor,
  roadsideChecksEnterpriseTimelineContributor,
} from './checks-and-roadside-checks-enterprise-timeline-contributors.ts';
import { draftDueChecksOfCycles } from './cycle/draft-due-checks-of-recurring-check-cycles.ts';
import { previewAndRunCycleController } from './cycle/preview-and-run-recurring-check-cycle-controller.ts';
import { recurringCheckCycleWriteHooks } from './cycle/validate-recurrence-of-check-cycle.ts';
import { drawWriteHooks } from './draw/freeze-lists-publish-commitment-and-run-draw.ts';
import { randomDrawOfficerAndPublicControllers } from './draw/random-draw-officer-and-public-controllers.ts';
import { candidatesProgressAndWitnessCodeOfExpertDrawController } from './expert-draw/candidates-progress-and-witness-code-of-expert-draw-controller.ts';
import { expertDrawWriteHooks } from './expert-draw/freeze-list-publish-commitment-and-draw-experts.ts';
import { failedRoadsideChecksRiskContributor } from './failed-roadside-checks-risk-contributor.ts';
import { fillVehicleAndExpectedHeadcountOfRoadsideCheck } from './fill-vehicle-and-expected-headcount-of-roadside-check.ts';
import { pastChecksThatDraftCapsWouldRefuseController } from './frequency/past-checks-that-draft-frequency-caps-would-refuse-controller.ts';
import { frequencyCapWriteHooks } from './frequency/validate-that-caps-rise-with-risk-and-apply-alone.ts';
import { planCoverageController } from './plan/plan-coverage-controller.ts';
import { planWriteHooks } from './plan/validate-inspection-plan-and-its-items.ts';
import { receiveRoadReadingsController } from './receive-camera-gate-and-position-readings-controller.ts';
import { roadsideLookupAndRecordController } from './roadside-lookup-and-record-controller.ts';
import { coachesUnderWayOnMap } from './wall/coaches-under-way-on-map.ts';
import { readCoachesUnderWayAlertsAndCapturesWallPanel } from './wall/read-coaches-under-way-alerts-and-captures-wall-panel.ts';
import { readMonthCheckCountsAndPlanProgressWallPanel } from './wall/read-month-check-counts-and-plan-progress-wall-panel.ts';
import { readOfficersOnSiteRunningChecksAndDeadlinesWallPanel } from './wall/read-officers-on-site-running-checks-and-deadlines-wall-panel.ts';
import { runningChecksOnMap } from './wall/running-checks-on-map.ts';
import { enforcementFeedApiCallDescriptions } from './wall-feed-api-call-descriptions.ts';

export const enforcementServer: ServerModule = {
  name: 'enforcement',
  messages: [messageToDrawWitnessWithLinkToEnterSeed, ...checkMessages],
  calls: enforcementFeedApiCallDescriptions,
  feeds: {
    vehicle: readCoachesUnderWayAlertsAndCapturesWallPanel,
    check: readMonthCheckCountsAndPlanProgressWallPanel,
    enforcement: readOfficersOnSiteRunningChecksAndDeadlinesWallPanel,
  },
  mapLayers: { coach: coachesUnderWayOnMap, check: runningChecksOnMap },
  panelFigures: enforcementWallFigures,
  riskContributors: [failedRoadsideChecksRiskContributor],
  timelineContributors: [checksEnterpriseTimelineContributor, roadsideChecksEnterpriseTimelineContributor],
  hooks: {
    'enforcement/cycle': recurringCheckCycleWriteHooks,
    'enforcement/check': checkWriteHooks,
    'enforcement/checkAnswer': checkAnswerWriteHooks,
    'enforcement/checkAppeal': checkAppealWriteHooks,
    'enforcement/draw': drawWriteHooks,
    'enforcement/expertDraw': expertDrawWriteHooks,
    'enforcement/frequencyCap': frequencyCapWriteHooks,
    'enforcement/plan': planWriteHooks,
    'enforcement/roadsideCheck': fillVehicleAndExpectedHeadcountOfRoadsideCheck,
  },
  subscribers: {
    ...draftAndVoidCheckDocumentSubscribers,
    /** The day passed on which a check was to be done. */
    notify_of_passed_day: on(check, 'overdue', {
      async later({ payload }, { engine, tx, rows }) {
        if (payload.clock !== 'visit') return;
        for (const row of await rows())
          if (row.status !== 'cancelled' && row.started_at === null) await notifyOfPassedDay(engine, tx, row);
      },
    }),
    cancel_checks_of_void_draw: on(draw, 'voided', { together: cancelChecksOfVoidDraws }),
    draft_checks_of_draw: on(draw, 'published', {
      async later({ row_id }, { engine, tx, caller }) {
        await draftChecksOfDraw(engine, tx, row_id, caller);
      },
    }),
  },
  tasks: {
    /** Drafts the checks of one cycle, which somebody asked for; safe to repeat. */
    async draft_cycle_checks(engine, { id }) {
      await draftDueChecksOfCycles(engine, { of: Number(id) });
    },
  },
  scheduled: {
    draft_cycle_checks: {
      label: text('按周期起草检查任务', 'Draft the checks of cycles'),
      at: '0 3 * * *',
      async run(engine, { signal }) {
        engine.log.info({ drafted: await draftDueChecksOfCycles(engine, { signal }) }, 'checks of cycles drafted');
      },
    },
  },
  controllers: () => [
    planCoverageController,
    checkApprovalAssessmentController,
    ownArrivalCodeController,
    weeklyVisitsAndCheckFiguresController,
    pastChecksThatDraftCapsWouldRefuseController,
    previewAndRunCycleController,
    ...randomDrawOfficerAndPublicControllers,
    ...draftCheckFromDrawRecheckOrRoadsideCheckControllers,
    ...checkRecordRatingAndOfficerVerificationControllers,
    ratingsOfEnforcementChecksController,
    candidatesProgressAndWitnessCodeOfExpertDrawController,
    receiveRoadReadingsController,
    roadsideLookupAndRecordController,
  ],
};
