import type { ServerModule } from '#server/platform/declared-server-part-of-module.ts';
import { insuranceHomeLines } from '../contract/member-home-page.ts';
import * as messages from '../contract/message-templates.ts';
import { agencyCoverageHooks } from './agency-coverage-hooks.ts';
import { claimHooks } from './claim-hooks.ts';
import { coverageRiskContributor } from './coverage-risk-contributor.ts';
import { insuranceSubscribers } from './insurance-subscribers.ts';
import { policyHooks } from './policy-hooks.ts';
import { policyTimelineContributor } from './policy-timeline-contributor.ts';
import { insuranceScheduledTasks } from './scheduled-tasks.ts';

export const insuranceServer: ServerModule = {
  name: 'insurance',
  home: insuranceHomeLines,
  messages: Object.values(messages),
  hooks: { 'insurance/policy': policyHooks, 'insurance/coverage': agencyCoverageHooks, 'insurance/claim': claimHooks },
  subscribers: insuranceSubscribers,
  riskContributors: [coverageRiskContributor],
  timelineContributors: [policyTimelineContributor],
  scheduled: insuranceScheduledTasks,
};
