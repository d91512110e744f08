import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { type Text, text } from '#kernel/text/text.ts';
import type { WarningOption } from '#kernel/time/times-of-deadline-warnings.ts';

/** A statutory time limit: one version per effective date, with its article of law (domain reference §2.AA). */
export const deadlineRule = resource({
  name: 'system/timeRule',
  label: text('期限规则', 'Deadline rules'),
  empty: text('还没有期限规则', 'No deadline rules yet'),
  icon: 'clock-circle',
  title: 'name',
  titleEnglish: 'name_en',
  scope: 'all',
  order: ['code', 'asc'],
  actions: ['index', 'add', 'edit', 'del', 'export'],
  remark: text(
    '已施行的规则不修改、不删除，只制定新版本；事项按受理之日施行的版本计算。',
    'Rules in force are not edited or deleted; a new version is made instead. Matters follow the version in force on the day of acceptance.',
  ),
  fields: {
    code: field.text(text('代码', 'Code'), { required: true, max: 60, write: 'add', search: true }),
    name: field.text(text('名称', 'Name'), { required: true, max: 100, search: true }),
    name_en: field.text(text('英文名称', 'English name'), { max: 100, search: true, list: 'offered' }),
    unit: field.select(text('单位', 'Unit'), {
      required: true,
      options: {
        workingDay: text('工作日', 'Working days'),
        day: text('日', 'Days'),
        month: text('月', 'Months'),
        year: text('年', 'Years'),
        hour: text('小时', 'Hours'),
        minute: text('分钟', 'Minutes'),
      },
    }),
    amount: field.integer(text('数量', 'Amount'), { required: true, min: 1, max: 3650 }),
    roll: field.select(text('届满遇假日', 'If it ends on a holiday'), {
      required: true,
      initial: 'nextWorkday',
      options: {
        nextWorkday: text('顺延至工作日', 'Extend to next working day'),
        none: text('不顺延', 'Do not extend'),
      },
    }),
    start_next_day: field.switch(text('次日起算', 'Counted from next day'), {
      initial: '1',
      required: true,
      list: 'offered',
    }),
    warn: field.checkbox(text('提醒', 'Reminders'), {
      initial: ['t-3', 't-1', 't', 't+1'],
      list: 'offered',
      hint: text(
        '按期限的单位计：工作日期限提前的是工作日',
        'In the unit of the limit: for working-day limits, working days ahead',
      ),
      options: {
        't-15': text('提前 15', '15 ahead'),
        't-7': text('提前 7', '7 ahead'),
        't-5': text('提前 5', '5 ahead'),
        't-3': text('提前 3', '3 ahead'),
        't-1': text('提前 1', '1 ahead'),
        t: text('到期当日', 'On due date'),
        't+1': text('超期 1', '1 overdue'),
        't+3': text('超期 3', '3 overdue'),
      } satisfies Record<WarningOption, Text>,
    }),
    article: field.text(text('依据', 'Legal basis'), { required: true, max: 200 }),
    article_en: field.text(text('英文依据', 'Legal basis in English'), { max: 300 }),
    valid_from: field.date(text('施行日期', 'Effective from'), { required: true }),
    valid_to: field.date(text('失效日期', 'Expires on')),
  },
});
export interface DeadlineRule extends Row<typeof deadlineRule> {}
