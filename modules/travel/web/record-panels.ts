import { text } from '#kernel/text/text.ts';
import type { RecordPanel } from '#web/record/record-panels.ts';

/** What has days and stops shows them as they are planned, to whoever reviews it and to whoever made it. */
export const planPanels: readonly RecordPanel[] = [
  {
    name: 'plan',
    label: text('行程编排', 'Itinerary planner'),
    side: 'both',
    isShown: ({ days }) => days === null || (Array.isArray(days) && days.length > 0),
    load: () => import('./itinerary/builder/plan-panel.tsx'),
  },
];

/** Versions of a product side by side, for who reviews the newer and for who wrote it. */
export const productPanels: readonly RecordPanel[] = [
  ...planPanels,
  {
    name: 'versions',
    label: text('版本对照', 'Compare versions'),
    isShown: ({ previous_id, next_id }) => Boolean(previous_id ?? next_id),
    side: 'both',
    at: 'tab',
    load: () => import('./product/product-versions.tsx'),
  },
];

/** A team that is confirmed or on its way has a code, on both sides. */
export const teamCodePanel: RecordPanel = {
  name: 'code',
  label: text('团队码', 'Team code'),
  side: 'both',
  isShown: ({ status }) => status === 'confirmed' || status === 'departed',
  load: () => import('./code/code-panel.tsx'),
};

/** What is printed of a team, whichever state it is in. */
export const teamPapersPanel: RecordPanel = {
  name: 'papers',
  label: text('行程单与名单', 'Itinerary and lists'),
  side: 'both',
  load: () => import('./code/papers-panel.tsx'),
};
