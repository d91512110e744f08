import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import * as messages from '../contract/message-templates.ts';
import { uninsuredAndExpiringPolicyLines } from '../contract/uninsured-and-expiring-policy-lines-on-enterprise-home.ts';
import { insuranceEventSubscribers } from './end-policies-and-update-coverage-on-events.ts';
import { insuranceClaimWriteHooks } from './insurance-claim-loss-date-and-payment-write-hooks.ts';
import { insurancePolicyWriteHooks } from './insurance-policy-terms-and-verification-write-hooks.ts';
import { missingInsuranceRiskContributor } from './missing-insurance-risk-contributor.ts';
import { insuranceScheduledTasks } from './nightly-policy-and-coverage-tasks.ts';
import { policyTimelineContributor } from './policy-timeline-contributor.ts';
import { agencyCoverageWriteHooks } from './record-lapse-order-to-insure-and-refuse-end-while-agency-operates.ts';

export const insuranceServer: ServerModule = {
  name: 'insurance',
  home: uninsuredAndExpiringPolicyLines,
  messages: Object.values(messages),
  hooks: {
    'insurance/policy': insurancePolicyWriteHooks,
    'insurance/coverage': agencyCoverageWriteHooks,
    'insurance/claim': insuranceClaimWriteHooks,
  },
  subscribers: insuranceEventSubscribers,
  riskContributors: [missingInsuranceRiskContributor],
  timelineContributors: [policyTimelineContributor],
  scheduled: insuranceScheduledTasks,
};
