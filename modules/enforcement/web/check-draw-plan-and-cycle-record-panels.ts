import { text } from '#kernel/text/text.ts';
import type { RecordPanel } from '#web/record/record-panel-registry.ts';

const coverage = {
  label: text('对象与覆盖', 'Enterprises and coverage'),
  load: () => import('./plan/plan-coverage-and-expected-picks-panel.tsx'),
};

/** Coverage comes first while the plan waits for approval, and is an ordinary section afterwards. */
export const planPanels: readonly RecordPanel[] = [
  { ...coverage, name: 'coverage', at: 'head', isShown: ({ status }) => status === 'draft' },
  {
    name: 'progress',
    label: text('完成进度', 'Progress'),
    at: 'head',
    isShown: ({ status }) => ['published', 'running', 'closed'].includes(String(status)),
    load: () => import('./plan/progress-bars-of-checks-done-and-with-findings-panel.tsx'),
  },
  { ...coverage, name: 'covered', isShown: ({ status }) => status !== 'draft' },
];

/** States before the officers are there, in which the items are read in the details. */
const isBefore = ({ status }: Readonly<Record<string, unknown>>) =>
  ['draft', 'pending_approval', 'approved', 'notified', 'dispatched', 'accepted', 'cancelled'].includes(String(status));
/** States in which somebody works with the answers: the officers, or whoever reviews them. */
const isAtHand = ({ status }: Readonly<Record<string, unknown>>) =>
  ['on_site', 'recording', 'returned', 'submitted'].includes(String(status));
const checklist = {
  label: text('检查清单', 'Checklist'),
  side: 'both',
  shows: ['items'],
  load: () => import('./check/answer-check-items-panel.tsx'),
} as const;

/** What changed limits would have refused is seen before they are reviewed and published. */
export const frequencyCapPanels: readonly RecordPanel[] = [
  {
    name: 'preview',
    label: text('对去年和今年检查的影响', 'Effect on checks of last year and this year'),
    at: 'head',
    isShown: ({ status }) => status === 'draft' || status === 'reviewed',
    load: () => import('./frequency/frequency-cap-preview-panel.tsx'),
  },
];

const cyclePreview = {
  label: text('检查安排预览', 'Preview of the checks'),
  load: () => import('./cycle/recurring-check-cycle-preview-panel.tsx'),
};

/** What a cycle will do is seen before it is switched on, and is a section afterwards. */
export const cyclePanels: readonly RecordPanel[] = [
  {
    ...cyclePreview,
    name: 'preview',
    at: 'head',
    isShown: ({ status }) => status === 'draft' || status === 'paused',
  },
  { ...cyclePreview, name: 'arranged', isShown: ({ status }) => status === 'active' },
];

const standing = {
  label: text('审批依据', 'For and against'),
  load: () => import('./frequency/check-approval-assessment-panel.tsx'),
};

/** What speaks for and against a check comes first while its approval is awaited, and is a section before and after. */
export const checkPanels: readonly RecordPanel[] = [
  {
    name: 'rights',
    label: text('权利与身份核验', 'Rights and identity of officers'),
    side: 'member',
    at: 'head',
    load: () => import('./check/enterprise-rights-rating-and-objection-panel.tsx'),
  },
  { ...checklist, name: 'items', label: text('检查事项', 'Check items'), side: 'member', isShown: isBefore },
  { ...checklist, name: 'answering', at: 'head', isShown: isAtHand },
  {
    name: 'arrival_code',
    label: text('本人到场码', 'Your arrival code'),
    // on a phone at the door it is not looked for under a tab
    at: 'head',
    isShown: ({ status }) => status === 'dispatched' || status === 'accepted',
    load: () => import('./check/own-arrival-code-panel.tsx'),
  },
  { ...checklist, name: 'answered', isShown: (row) => !isAtHand(row) && !isBefore(row) },
  { ...standing, name: 'standing', at: 'head', isShown: ({ status }) => status === 'pending_approval' },
  { ...standing, name: 'stood', isShown: ({ status }) => status !== 'pending_approval' },
];

export const expertDrawPanels: readonly RecordPanel[] = [
  {
    name: 'steps',
    label: text('现在要做的', 'What to do now'),
    at: 'head',
    load: () => import('./expert-draw/expert-draw-next-step-and-experts-panel.tsx'),
  },
];

/** States in which a draw has a result, even if it was voided afterwards. */
const hasResult = ({ drawn_at }: Readonly<Record<string, unknown>>) => typeof drawn_at === 'number';

export const drawPanels: readonly RecordPanel[] = [
  {
    name: 'steps',
    label: text('现在要做的', 'What to do now'),
    at: 'head',
    load: () => import('./draw/enterprise-draw-next-step-and-witnesses-panel.tsx'),
  },
  {
    name: 'result',
    label: text('抽取结果', 'Result'),
    isShown: hasResult,
    load: () => import('./draw/draw-result-panel.tsx'),
  },
  {
    name: 'lists',
    label: text('名单', 'Lists'),
    load: () => import('./draw/enterprises-and-officers-to-draw-from-now-or-frozen-panel.tsx'),
  },
];
