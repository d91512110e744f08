import { text } from '#kernel/text/text.ts';
import type { RecordPanel } from '#web/record/record-panel-registry.ts';

/** Panel with the plan of an itinerary, product or template. */
export const planPanels: readonly RecordPanel[] = [
  {
    name: 'plan',
    label: text('行程编排', 'Itinerary planner'),
    side: 'both',
    isShown: ({ days }) => days === null || (Array.isArray(days) && days.length > 0),
    load: () => import('./itinerary/builder/read-only-plan-of-all-days-panel.tsx'),
  },
];

/** Panels of products: plan, and comparison of versions. */
export const productPlanAndVersionPanels: readonly RecordPanel[] = [
  ...planPanels,
  {
    name: 'versions',
    label: text('版本对照', 'Compare versions'),
    isShown: ({ previous_id, next_id }) => Boolean(previous_id ?? next_id),
    side: 'both',
    at: 'tab',
    load: () => import('./product/product-version-comparison-panel.tsx'),
  },
];

/** Panel with the code of a confirmed or departed team. */
export const teamCodePanel: RecordPanel = {
  name: 'code',
  label: text('团队码', 'Team code'),
  side: 'both',
  isShown: ({ status }) => status === 'confirmed' || status === 'departed',
  load: () => import('./team-code/team-code-download-panel.tsx'),
};

/** Panel with the prints of a team, in every state. */
export const teamItineraryAndTouristListDownloadsPanel: RecordPanel = {
  name: 'papers',
  label: text('行程单与名单', 'Itinerary and lists'),
  side: 'both',
  load: () => import('./print/itinerary-and-tourist-list-downloads-panel.tsx'),
};
