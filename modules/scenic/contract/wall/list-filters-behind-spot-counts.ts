import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import { areaConditions } from '#kernel/module/conditions-on-rows-in-area-of-wall-panel.ts';
import type { RowsBehindFigure } from '#kernel/module/rows-behind-wall-figure-as-list-filter.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { spot } from '../scenic-spot-and-opening-season.ts';
import { type CapacityPanel, crowdLevelByCountName, type SpotSummary } from '../spot-capacity-wall-panel.ts';
import { crowdStates } from '../spot-grade-crowd-level-and-gate-options.ts';

const unit = text('个', '{n|spot|spots}');

/** The counts of the panel, each with the list that it opens. */
export function listFiltersBehindSpotCounts({ area, summary }: CapacityPanel): readonly RowsBehindFigure[] {
  return (Object.keys(crowdLevelByCountName) as (keyof SpotSummary)[]).map((name) => {
    const crowd = crowdLevelByCountName[name];
    const condition: Condition = { field: 'crowd', operator: '=', value: crowd };
    return {
      of: spot.name,
      unit,
      more: 'no',
      title: crowdStates[crowd] as Text,
      n: summary[name],
      conditions: [...areaConditions(area), condition],
    };
  });
}
