import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import { areaConditions } from '#kernel/module/conditions-on-rows-in-area-of-wall-panel.ts';
import type { RowsBehindFigure } from '#kernel/module/rows-behind-wall-figure-as-list-filter.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { shanghaiDateOf } from '#kernel/time/shanghai-time.ts';
import { incident } from '../incident.ts';
import { type IncidentWallPanel, incidentWallConditions } from '../incident-wall-panels.ts';

const texts = {
  open: text('处理中', 'Open'),
  unverified: text('待核实', 'To be verified'),
  notOnward: text('未上报', 'Not reported upward'),
  month: text('本月', 'This month'),
  unit: text('起', '{n|incident|incidents}'),
} as const;

/** The counts of the panel, each with the list that it opens. */
export function listFiltersBehindIncidentCounts({ area, asof, ...panel }: IncidentWallPanel) {
  const rows = (title: Text, n: number, ...conditions: readonly Condition[]): RowsBehindFigure => ({
    of: incident.name,
    unit: texts.unit,
    more: 'no',
    title,
    n,
    conditions: [...areaConditions(area), ...conditions],
  });
  const counted = (name: keyof typeof incidentWallConditions): readonly Condition[] =>
    incidentWallConditions[name].map(([field, operator, value]) => ({
      field,
      operator,
      value: value === undefined ? '' : [value].flat().join(','),
    }));
  const day = shanghaiDateOf(asof);
  const since: Condition = {
    field: 'received_at',
    operator: 'RANGE',
    value: `${day.slice(0, 7)}-01 00:00:00,${day} 23:59:59`,
  };
  return {
    open: rows(texts.open, panel.open, ...counted('open')),
    unverified: rows(texts.unverified, panel.unverified, ...counted('unverified')),
    not_onward: rows(texts.notOnward, panel.not_onward, ...counted('not_onward')),
    month: rows(texts.month, panel.month, since),
  };
}
