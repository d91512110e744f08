import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { roadsideScreen } from './roadside.ts';
import { roadsideCheck } from './roadside-check.ts';
import { capture, entry, position } from './road-readings.ts';
import { source } from './source.ts';
import { roadPanels } from './wall.ts';

/** Roadside lookups and checks by officers (domain reference §1.2, §2.E). */
export const enforcementModule = module_({
  name: 'enforcement',
  label: text('执法检查', 'Enforcement checks'),
  icon: 'security-scan',
  weigh: 86,
  entries: [roadsideScreen, roadsideCheck, source],
  series: [capture, position, entry],
  panels: roadPanels,
});
