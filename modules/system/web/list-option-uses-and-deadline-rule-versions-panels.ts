import { text } from '#kernel/text/text.ts';
import type { RecordPanel } from '#web/record/record-panel-registry.ts';

/** Uses of an option, and the button to retire it. */
export const listOptionUsesPanels: readonly RecordPanel[] = [
  {
    name: 'uses',
    label: text('使用情况', 'Usage'),
    at: 'head',
    load: () => import('./list-option-uses-and-disable-button-panel.tsx'),
  },
];

/** The versions of a deadline rule, with a button to add one. */
export const deadlineRuleVersionsPanels: readonly RecordPanel[] = [
  {
    name: 'versions',
    label: text('历次版本', 'Version history'),
    at: 'head',
    load: () => import('./deadline-rule/deadline-rule-versions.tsx'),
  },
];
