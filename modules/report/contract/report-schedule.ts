import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { scheduledReportPeriods } from './scheduled-report-period.ts';
import { standardReports } from './standard-report-definitions.ts';

const server = { write: 'server' } as const;

/**
 * A standard report that is made regularly for the officer who scheduled it, with the rights that this officer has then.
 * Only its owner sees it and its files.
 */
export const reportSchedule = resource({
  name: 'reports/schedule',
  label: text('定期报表', 'Scheduled reports'),
  empty: text('还没有定期报表', 'No scheduled reports yet'),
  icon: 'schedule',
  title: 'name',
  scope: 'own',
  owner: 'admin_id',
  comments: false,
  listed: ['name', 'status', 'report', 'covers', 'next_at', 'last_at', 'of_area'],
  fields: {
    name: field.text(text('名称', 'Name'), { required: true, max: 60, search: true }),
    report: field.select(text('报表', 'Report'), { required: true, options: standardReports }),
    covers: field.select(text('统计期', 'Period'), {
      required: true,
      options: scheduledReportPeriods,
      initial: 'month',
      hint: text('生成当日之前的最后一个完整周期', 'The last whole period before the day on which it is made'),
    }),
    of_area: field.area(text('统计地区', 'Area covered'), {
      hint: text('不填为本人可见的全部记录', 'All records that you can see if left empty'),
    }),
    cron: field.text(text('生成时间', 'Made at'), {
      max: 60,
      list: 'offered',
      hint: text(
        'crontab 格式的五段：分 时 日 月 周，如 0 8 5 * *；不填为每期结束次日 6:00',
        'Five crontab fields: minute, hour, day, month, weekday, such as 0 8 5 * *; at 6:00 after the period if left empty',
      ),
    }),
    language: field.select(text('文件语言', 'Language'), {
      required: true,
      initial: 'zh-cn',
      options: { 'zh-cn': text('中文', 'Chinese'), en: text('英文', 'English') },
      list: 'offered',
    }),
    next_at: field.datetime(text('下次生成', 'Next'), server),
    last_at: field.datetime(text('上次生成', 'Last'), server),
    admin_id: field.integer(text('管理员', 'Administrator'), { key: true, ...server, list: 'never', filter: false }),
  },
  life: lifecycle({
    initial: 'active',
    states: {
      active: { ...text('启用', 'Active'), tone: 'good' },
      stopped: { ...text('已停用', 'Stopped'), tone: 'muted' },
    },
    moves: {
      run: {
        from: ['active', 'stopped'],
        label: text('立即生成', 'Make now'),
        tone: 'primary',
        emits: 'requested',
        effect: text('在后台生成，完成后发消息通知。', 'Made in the background; a message says when it is ready.'),
      },
      stop: { from: ['active'], to: 'stopped', label: text('停用', 'Stop'), batch: true },
      resume: { from: ['stopped'], to: 'active', label: text('启用', 'Resume'), batch: true },
    },
  }),
});
export interface ReportSchedule extends Row<typeof reportSchedule> {}
