import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/**
 * Days that differ from the plain week: public holidays and make-up working days, as published by the State Council.
 */
export const calendarDay = resource({
  name: 'system/calendar',
  label: text('工作日历', 'Working calendar'),
  empty: text('还没有登记放假与调休', 'No holidays or make-up workdays entered yet'),
  icon: 'calendar',
  title: 'name',
  titleEnglish: 'name_en',
  scope: 'all',
  order: ['date', 'desc'],
  remark: text(
    '办理期限按此日历计算；未公布年份只按周末估算并标注“暂估”。',
    'Deadlines are calculated by this calendar; years not yet announced are estimated by weekends and marked “estimated”.',
  ),
  fields: {
    date: field.date(text('日期', 'Date'), { required: true, unique: true }),
    kind: field.select(text('性质', 'Type'), {
      required: true,
      options: {
        holiday: { ...text('放假', 'Holiday'), tone: 'good' },
        makeup: { ...text('调休上班', 'Make-up workday'), tone: 'warning' },
        workday: { ...text('工作日', 'Workday'), tone: 'neutral' },
      },
    }),
    name: field.text(text('名称', 'Name'), { required: true, max: 50, search: true }),
    name_en: field.text(text('英文名称', 'English name'), { max: 100, search: true, list: 'offered' }),
    source: field.text(text('来源', 'Source'), { max: 100, list: 'offered' }),
    announced: field.switch(text('国务院已公布', 'Announced by the State Council'), {
      required: true,
      initial: '0',
      hint: text(
        '属于国务院办公厅公布的全年放假安排；有了它，该年不再标注“暂估”',
        'Part of the annual holiday schedule announced by the General Office of the State Council; with it the year is no longer marked “estimated”',
      ),
    }),
  },
});
export interface CalendarDay extends Row<typeof calendarDay> {}
