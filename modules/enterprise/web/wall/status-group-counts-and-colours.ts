import { type StatusGroup, statesInGroup } from '#modules/enterprise/contract/enterprise-status-groups.ts';
import type { EnterpriseCountOfStatus } from '#modules/enterprise/contract/enterprise-wall-panels.ts';
import { mixColors } from '#web/map/boundary/choropleth-classes-and-colours.ts';
import { coloursOfAllThemes } from '#web/theme/colours-of-all-themes.ts';

/** Sum of the counts of a status group. */
export function countInStatusGroup(
  counts: readonly EnterpriseCountOfStatus[],
  group: Exclude<StatusGroup, 'overdue'>,
): number {
  const states = statesInGroup[group];
  return counts.reduce((sum, { status, n }) => (states.includes(status) ? sum + n : sum), 0);
}

/** Colours of the status groups for charts and the map, which CSS cannot style. */
export function statusGroupColours(theme: 'projector' | 'wall'): Readonly<Record<StatusGroup, string>> {
  const t = coloursOfAllThemes[theme];
  // Slightly muted: large areas must not outshine the numbers.
  const active = mixColors(t.paper, t.celadon, 0.78);
  return { active, waiting: t.bronze, overdue: t.cinnabar, attention: t.amber, ended: t.lineStrong };
}
