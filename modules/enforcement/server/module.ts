import { text } from '#kernel/text/text.ts';
import type { ServerModule } from '#server/platform/declared-server-part-of-module.ts';
import { on } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { check } from '../contract/check/check.ts';
import { checkMessages } from '../contract/check/check-messages.ts';
import { draw } from '../contract/draw/draw.ts';
import { witnessCodeMessage } from '../contract/message-templates.ts';
import { enforcementApiCallDescriptions } from './api-call-descriptions.ts';
import { boardController } from './board/board-controller.ts';
import { approvalStandingController } from './check/approval-standing-controller.ts';
import { arrivalCodeController } from './check/arrival-code-controller.ts';
import { cancelChecksOfVoidDraws } from './check/cancel-checks-of-void-draw.ts';
import { checkAnswerHooks } from './check/check-answer-hooks.ts';
import { checkAppealHooks } from './check/check-appeal-hooks.ts';
import { checkHooks } from './check/check-hooks.ts';
import { checkRatingsController } from './check/check-ratings-controller.ts';
import { checkRecordControllers } from './check/check-record-controllers.ts';
import { draftCheckControllers } from './check/draft-check-controllers.ts';
import { draftChecksOfDraw } from './check/draft-checks-of-draw.ts';
import { notifyOfPassedDay } from './check/notify-officers.ts';
import { inspectionDocumentSubscribers } from './check-document/draft-inspection-documents.ts';
import { checkTimelineContributor, roadsideTimelineContributor } from './check-timeline-contributors.ts';
import { cycleController } from './cycle/cycle-controller.ts';
import { cycleHooks } from './cycle/cycle-hooks.ts';
import { draftDueChecks } from './cycle/draft-checks-of-cycle.ts';
import { drawControllers } from './draw/draw-controllers.ts';
import { drawHooks } from './draw/draw-hooks.ts';
import { expertDrawController } from './expert-draw/expert-draw-controller.ts';
import { expertDrawHooks } from './expert-draw/expert-draw-hooks.ts';
import { capPreviewController } from './frequency/cap-preview-controller.ts';
import { frequencyCapHooks } from './frequency/frequency-cap-hooks.ts';
import { planController } from './plan/plan-controller.ts';
import { planHooks } from './plan/plan-hooks.ts';
import { receiveReadingsController } from './receive-readings-controller.ts';
import { roadsideCheckHooks } from './roadside-check-hooks.ts';
import { roadsideController } from './roadside-controller.ts';
import { roadsideRiskContributor } from './roadside-risk-contributor.ts';
import { readCheckPanel } from './wall/check-panel.ts';
import { readEnforcementPanel } from './wall/enforcement-panel.ts';
import { readVehiclePanel } from './wall/vehicle-panel.ts';

export const enforcementServer: ServerModule = {
  name: 'enforcement',
  messages: [witnessCodeMessage, ...checkMessages],
  calls: enforcementApiCallDescriptions,
  feeds: { vehicle: readVehiclePanel, check: readCheckPanel, enforcement: readEnforcementPanel },
  riskContributors: [roadsideRiskContributor],
  timelineContributors: [checkTimelineContributor, roadsideTimelineContributor],
  hooks: {
    'enforcement/cycle': cycleHooks,
    'enforcement/check': checkHooks,
    'enforcement/checkAnswer': checkAnswerHooks,
    'enforcement/checkAppeal': checkAppealHooks,
    'enforcement/draw': drawHooks,
    'enforcement/expertDraw': expertDrawHooks,
    'enforcement/frequencyCap': frequencyCapHooks,
    'enforcement/plan': planHooks,
    'enforcement/roadsideCheck': roadsideCheckHooks,
  },
  subscribers: {
    ...inspectionDocumentSubscribers,
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
      await draftDueChecks(engine, { of: Number(id) });
    },
  },
  scheduled: {
    draft_cycle_checks: {
      label: text('按周期起草检查任务', 'Draft the checks of cycles'),
      at: '0 3 * * *',
      async run(engine, { signal }) {
        engine.log.info({ drafted: await draftDueChecks(engine, { signal }) }, 'checks of cycles drafted');
      },
    },
  },
  controllers: () => [
    planController,
    approvalStandingController,
    arrivalCodeController,
    boardController,
    capPreviewController,
    cycleController,
    ...drawControllers,
    ...draftCheckControllers,
    ...checkRecordControllers,
    checkRatingsController,
    expertDrawController,
    receiveReadingsController,
    roadsideController,
  ],
};
