import { module_, type Screen } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { area } from './administrative-division.ts';
import { deadlineRule } from './deadline-rule.ts';
import { calendarDay } from './holiday-or-make-up-workday.ts';
import { listOption } from './option-of-editable-list.ts';
import { searchSynonym } from './search-synonym.ts';
import { storedSetting } from './stored-setting.ts';

/** Scheduled tasks, and background tasks that failed. */
export const scheduledTasksScreen = {
  name: 'system/schedule',
  label: text('定时任务', 'Scheduled tasks'),
  icon: 'schedule',
  actions: { run: text('立即运行', 'Run now'), retry: text('重试', 'Retry') },
} as const satisfies Screen;

export const systemModule = module_({
  name: 'system',
  label: text('系统', 'System'),
  icon: 'setting',
  weigh: 20,
  entries: [
    storedSetting,
    listOption,
    area,
    calendarDay,
    deadlineRule,
    searchSynonym,
    scheduledTasksScreen,
    { name: 'openapi', label: text('接口文档', 'API reference'), icon: 'book' },
  ],
});
