import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { capacity, measuredArea } from './capacity.ts';
import { flow } from './flow.ts';
import { flowCount } from './flow-count.ts';
import { flowSource } from './flow-source.ts';
import { weather } from './forecast/weather.ts';
import { scenicWallPanels, spotMapLayer } from './spot-capacity-wall-panel.ts';
import { season, spot } from './spot.ts';
import { spotsTodayPage } from './spots-today-page.ts';
import { warning } from './warning.ts';

/** Scenic spots, how many visitors they hold, how many are inside, and warnings before they are full (domain reference §2.G). */
export const scenicModule = module_({
  name: 'scenic',
  label: text('景区', 'Scenic spots'),
  icon: 'compass',
  weigh: 83,
  entries: [spot, warning, season, capacity, measuredArea, flowCount, flowSource, weather],
  panels: scenicWallPanels,
  mapLayers: [spotMapLayer],
  series: [flow],
  pages: [spotsTodayPage],
});
