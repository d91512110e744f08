import type { MapLayer } from '#kernel/module/wall-map-layer.ts';
import { text } from '#kernel/text/text.ts';
import { statusGroups } from './enterprise-status-groups.ts';

/** Enterprises on the wall's map, by status group. */
export const enterpriseMapLayer: MapLayer = {
  name: 'enterprise',
  label: text('市场主体', 'Enterprises'),
  mark: text('企', 'E'),
  of: 'enterprise/enterprise',
  unit: text('户', 'enterprises'),
  levels: {
    active: { ...statusGroups.active, tone: 'good' },
    waiting: { ...statusGroups.waiting, tone: 'progress' },
    overdue: { ...statusGroups.overdue, tone: 'bad' },
    attention: { ...statusGroups.attention, tone: 'warning' },
    ended: { ...statusGroups.ended, tone: 'muted' },
  },
  where: [],
  initially: true,
};
