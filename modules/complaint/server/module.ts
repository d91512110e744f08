import { complaintWallFigures } from '#modules/complaint/contract/wall/complaint-wall-figures-for-text-and-pdf.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { complaintToDoLines } from '../contract/complaints-to-answer-on-enterprise-home.ts';
import * as messages from '../contract/message-templates.ts';
import { archiveComplaints } from './archive-closed-complaints.ts';
import {
  monthlyBulletinController,
  monthlyBulletinJob,
  runMonthlyBulletinJob,
} from './bulletin/monthly-bulletin-controller.ts';
import { publicComplaintController } from './complainant-verification-evidence-and-respondent-calls.ts';
import { complaintQueueCountsController } from './complaint-queue-counts-controller.ts';
import { complaintRiskContributor } from './complaint-risk-contributor.ts';
import { complaintTimelineContributor } from './complaint-timeline-contributor.ts';
import { complaintsOnWallMap } from './complaints-on-wall-map.ts';
import { complaintEventSubscribers } from './lapse-overdue-answers-and-notify-officers-of-complaints.ts';
import { complainantDemandWriteHooks } from './party/mask-identity-numbers-in-demands.ts';
import { readComplaintWallPanel } from './read-complaint-wall-panel.ts';
import {
  reportResultsToReferringOfficeController,
  resultsForReferringOfficeJob,
} from './referral/queue-results-sheet-for-offices-that-referred-complaints-controller.ts';
import { writeComplaintResultsWorkbookForReferringOffice } from './referral/write-complaint-results-workbook-for-referring-office.ts';
import { similarComplaintsAndJurisdictionController } from './similar-complaints-and-jurisdiction-controller.ts';
import { complaintWriteHooks } from './validate-complaint-derive-values-and-notify-parties.ts';
import { depositTransferWriteHooks } from './validate-quality-deposit-transfer-and-debit-deposit.ts';
import { complaintFeedApiCallDescriptions } from './wall-feed-api-call-descriptions.ts';

export const complaintServer: ServerModule = {
  name: 'complaint',
  controllers: () => [
    publicComplaintController,
    similarComplaintsAndJurisdictionController,
    complaintQueueCountsController,
    reportResultsToReferringOfficeController,
    monthlyBulletinController,
  ],
  home: complaintToDoLines,
  messages: Object.values(messages),
  calls: complaintFeedApiCallDescriptions,
  feeds: { complaint: readComplaintWallPanel },
  mapLayers: { complaint: complaintsOnWallMap },
  panelFigures: complaintWallFigures,
  hooks: {
    'complaint/complaint': complaintWriteHooks,
    'complaint/demand': complainantDemandWriteHooks,
    'complaint/depositTransfer': depositTransferWriteHooks,
  },
  jobs: {
    [resultsForReferringOfficeJob]: { restarts: true, run: writeComplaintResultsWorkbookForReferringOffice },
    [monthlyBulletinJob]: { restarts: true, run: runMonthlyBulletinJob },
  },
  subscribers: complaintEventSubscribers,
  scheduled: { archive_complaints: archiveComplaints },
  riskContributors: [complaintRiskContributor],
  timelineContributors: [complaintTimelineContributor],
};

/** For other ways than the open page by which a verified complainant files. */
export { fileComplaintWithTicket } from './file-complaint.ts';
