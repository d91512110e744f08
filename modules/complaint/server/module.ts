import type { ServerModule } from '#server/platform/declared-server-part-of-module.ts';
import { complaintLinesOnEnterpriseHome } from '../contract/enterprise-home-to-do-lines.ts';
import * as messages from '../contract/message-templates.ts';
import { complaintApiCallDescriptions } from './api-call-descriptions.ts';
import { archiveComplaints } from './archive-complaints.ts';
import { complaintEventSubscribers } from './complaint-event-subscribers.ts';
import { complaintRiskContributor } from './complaint-risk-contributor.ts';
import { complaintTimelineContributor } from './complaint-timeline-contributor.ts';
import { complaintWriteHooks } from './complaint-write-hooks.ts';
import { complaintQueuesController } from './count-complaint-queues.ts';
import { depositTransferHooks } from './deposit-transfer-hooks.ts';
import { publicComplaintController } from './public-complaint-controller.ts';
import { readComplaintWallPanel } from './read-complaint-wall-panel.ts';
import { reportResultsController, resultsJob } from './referral/report-results-controller.ts';
import { writeResultsWorkbook } from './referral/write-results-workbook.ts';
import { similarComplaintsAndJurisdictionController } from './similar-complaints-and-jurisdiction-controller.ts';

export const complaintServer: ServerModule = {
  name: 'complaint',
  controllers: () => [
    publicComplaintController,
    similarComplaintsAndJurisdictionController,
    complaintQueuesController,
    reportResultsController,
  ],
  home: complaintLinesOnEnterpriseHome,
  messages: Object.values(messages),
  calls: complaintApiCallDescriptions,
  feeds: { complaint: readComplaintWallPanel },
  hooks: { 'complaint/complaint': complaintWriteHooks, 'complaint/depositTransfer': depositTransferHooks },
  jobs: { [resultsJob]: { restarts: true, run: writeResultsWorkbook } },
  subscribers: complaintEventSubscribers,
  scheduled: { archive_complaints: archiveComplaints },
  riskContributors: [complaintRiskContributor],
  timelineContributors: [complaintTimelineContributor],
};
