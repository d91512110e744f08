import { type Standing, type StatusCount, statesOf } from '#modules/enterprise/contract/wall.ts';
import { mixColors } from '#web/map/boundary/choropleth.ts';
import { allThemes } from '#web/theme/themes.ts';

/** Sum of the counts of a status group. */
export function sumOf(counts: readonly StatusCount[], standing: Exclude<Standing, 'overdue'>): number {
  const states = statesOf[standing];
  return counts.reduce((sum, { status, n }) => (states.includes(status) ? sum + n : sum), 0);
}

/** Formats a share: `86%`, `0.4%`, empty for a total of zero. */
export function formatShare(n: number, total: number): string {
  if (total === 0) return '';
  const share = (n / total) * 100;
  if (share === 0) return '0%';
  return share < 1 ? `${Math.max(0.1, Math.round(share * 10) / 10)}%` : `${Math.round(share)}%`;
}

/** Colours of the status groups for charts and the map, which CSS cannot style. */
export function standingColours(theme: 'projector' | 'wall'): Readonly<Record<Standing, string>> {
  const t = allThemes[theme];
  // Slightly muted: large areas must not outshine the numbers.
  const active = mixColors(t.paper, t.celadon, 0.78);
  return { active, waiting: t.bronze, overdue: t.cinnabar, attention: t.amber, ended: t.lineStrong };
}
