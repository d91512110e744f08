import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { driver } from './driver.ts';
import { guide } from './guide.ts';
import { guideRating } from './guide-rating.ts';
import { vehicle } from './vehicle.ts';

/** Guides, drivers and vehicles of tours (domain reference §2.F). */
export const crewModule = module_({
  name: 'crew',
  label: text('人员与车辆', 'Staff and vehicles'),
  icon: 'idcard',
  weigh: 85,
  entries: [guide, driver, vehicle, guideRating],
});
