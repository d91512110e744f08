import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { capacity, measuredArea } from './carrying-capacity-of-spot.ts';
import { warning } from './crowd-warning.ts';
import { weather } from './forecast/weather-of-day-in-area.ts';
import { manualVisitorCount } from './manually-entered-or-corrected-visitor-count.ts';
import { spotsTodayPage } from './public-page-of-crowds-at-spots-today.ts';
import { season, spot } from './scenic-spot-and-opening-season.ts';
import { scenicWallPanels, spotMapLayer } from './spot-capacity-wall-panel.ts';
import { flowSource } from './visitor-flow-source-system.ts';
import { flow } from './visitor-flow-time-series-and-warning-messages.ts';

/** Scenic spots, how many visitors they hold, how many are inside, and warnings before they are full (domain reference §2.G). */
export const scenicModule = module_({
  name: 'scenic',
  label: text('景区', 'Scenic spots'),
  icon: 'compass',
  weigh: 83,
  entries: [spot, warning, season, capacity, measuredArea, manualVisitorCount, flowSource, weather],
  panels: scenicWallPanels,
  mapLayers: [spotMapLayer],
  series: [flow],
  pages: [spotsTodayPage],
});
