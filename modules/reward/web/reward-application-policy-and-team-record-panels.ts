import { text } from '#kernel/text/text.ts';
import type { RecordPanel } from '#web/record/record-panel-registry.ts';

/** States in which somebody decides on the basis of the checks. */
const deciding: ReadonlySet<unknown> = new Set(['first_review', 'second_review', 'objection']);
/** States before the first check. */
const before: ReadonlySet<unknown> = new Set(['draft', 'declared']);

const checks = {
  label: text('自动核查', 'Automatic checks'),
  load: () => import('./automatic-checks-of-reward-application-panel.tsx'),
};

/** Checks come first while a decision is pending, and are an ordinary section afterwards. */
export const rewardApplicationPanels: readonly RecordPanel[] = [
  { ...checks, name: 'checks', at: 'head', isShown: ({ status }) => deciding.has(status) },
  {
    name: 'promise',
    label: text('政策与标准', 'Policy and rules'),
    side: 'both',
    load: () => import('./reward-policy-of-application-panel.tsx'),
  },
  { ...checks, name: 'checked', isShown: ({ status }) => !deciding.has(status) && !before.has(status) },
];

/** On the agency's page of a finished or confirmed team: the rewards it can apply for. */
export const openRewardPoliciesOnTeamPagePanel: RecordPanel = {
  name: 'rewards',
  label: text('可申报的奖励', 'Available rewards'),
  side: 'member',
  isShown: ({ status }) => ['confirmed', 'finished', 'archived'].includes(String(status)),
  load: () => import('./open-reward-policies-on-team-page-panel.tsx'),
};

/** Uptake of a policy, once it is open. */
export const rewardPolicyPanels: readonly RecordPanel[] = [
  {
    name: 'standing',
    label: text('执行情况', 'Policy progress'),
    isShown: ({ status }) => status !== 'draft',
    load: () => import('./reward-policy-budget-agencies-origins-and-downloads-panel.tsx'),
  },
];
