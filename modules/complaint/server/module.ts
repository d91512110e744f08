import type { ServerModule } from '#server/platform/server-module.ts';
import { complaintHomeLines } from '../contract/member-home-page.ts';
import * as messages from '../contract/message-templates.ts';
import { complaintApiCallDescriptions } from './api-call-descriptions.ts';
import { archiveComplaints } from './archive-complaints.ts';
import { complaintComparisonController } from './complaint-comparison-controller.ts';
import { complaintHooks } from './complaint-hooks.ts';
import { complaintRiskContributor } from './complaint-risk-contributor.ts';
import { complaintSubscribers } from './complaint-subscribers.ts';
import { complaintTimelineContributor } from './complaint-timeline-contributor.ts';
import { openComplaintController } from './open-complaint-controllers.ts';
import { readComplaintPanel } from './read-complaint-panel.ts';

export const complaintServer: ServerModule = {
  name: 'complaint',
  controllers: () => [openComplaintController, complaintComparisonController],
  home: complaintHomeLines,
  messages: Object.values(messages),
  calls: complaintApiCallDescriptions,
  feeds: { complaint: readComplaintPanel },
  hooks: { 'complaint/complaint': complaintHooks },
  subscribers: complaintSubscribers,
  scheduled: { archive_complaints: archiveComplaints },
  riskContributors: [complaintRiskContributor],
  timelineContributors: [complaintTimelineContributor],
};
