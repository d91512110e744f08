import { module_ } from '#kernel/module.ts';
import { text } from '#kernel/text.ts';
import { area } from './area.ts';
import { calendar } from './calendar.ts';
import { recycleLog } from './recycle-log.ts';
import { timeRule } from './time-rule.ts';

export const systemModule = module_({
  name: 'system',
  label: text('系统', 'System'),
  icon: 'setting',
  weigh: 20,
  entries: [
    area,
    calendar,
    timeRule,
    recycleLog,
    { name: 'openapi', label: text('接口文档', 'API reference'), icon: 'book' },
  ],
});
