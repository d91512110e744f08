import type { FiguresByPanel, PanelFigureGroup } from '#kernel/module/wall-panel-figure-types-for-text-and-pdf.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { toShanghaiMinute } from '#kernel/time/shanghai-time.ts';
import { spot } from '../scenic-spot-and-opening-season.ts';
import type { CapacityPanel, SpotOnWall } from '../spot-capacity-wall-panel.ts';
import { crowdStates } from '../spot-grade-crowd-level-and-gate-options.ts';
import { listFiltersBehindSpotCounts } from './list-filters-behind-spot-counts.ts';

const fullest = text('最满的景区', 'The fullest spots');

const written = (n: number) => n.toLocaleString('en-US');

/** Figures of a spot: visitors inside and capacity, visitors of the day, and when the next levels are expected. */
function factsOfSpot({ state, inside, instant_max, day_total, daily_max, level, ...eta }: SpotOnWall): readonly Text[] {
  if (state !== 'ok' || inside === null) return [crowdStates.lost];
  const ahead = ([80, 90, 100] as const).flatMap((step) => {
    const at = eta[`eta${step}`];
    const time = at === null ? '' : toShanghaiMinute(at * 1000).slice(11);
    return at === null ? [] : [text(`${step}% 约 ${time}`, `${step}% about ${time}`)];
  });
  const crowd =
    level === null ? undefined : crowdStates[level === 0 ? 'normal' : (String(level) as '80' | '90' | '100')];
  const [now, day] = [
    instant_max === null ? written(inside) : `${written(inside)} / ${written(instant_max)}`,
    day_total === null ? undefined : `${written(day_total)}${daily_max === null ? '' : ` / ${written(daily_max)}`}`,
  ];
  return [
    ...(crowd ? [crowd] : []),
    text(`在园 ${now}`, `inside ${now}`),
    ...(day === undefined ? [] : [text(`当日 ${day}`, `day ${day}`)]),
    ...ahead,
  ];
}

const figuresOfCapacity = (panel: CapacityPanel): readonly PanelFigureGroup[] => [
  { figures: listFiltersBehindSpotCounts(panel).map((rows) => ({ rows })) },
  {
    title: fullest,
    records: panel.spots.map((one) => ({
      of: spot.name,
      id: one.id,
      title: one.name,
      at: one.at ?? undefined,
      parts: factsOfSpot(one),
    })),
  },
];

/** Figures of the panels of scenic spots, by panel. */
export const spotCapacityWallFigures: FiguresByPanel = { capacity: figuresOfCapacity };
