import { module_ } from '#kernel/module.ts';
import { text } from '#kernel/text.ts';

/** Who guides and drives tours, and what they are driven in (domain reference §2.F). */
export const crewModule = module_({
  name: 'crew',
  label: text('人员与车辆', 'People and vehicles'),
  icon: 'idcard',
  weigh: 85,
  entries: [],
});
