import { field } from '#kernel/field/field.ts';
import { settings } from '#kernel/settings/declare-settings-section.ts';
import { text } from '#kernel/text/text.ts';

/** What the forecast of visitors cannot read from the working calendar, and how long ahead it warns. */
export const visitorForecastSettings = settings({
  name: 'scenic',
  label: text('景区客流预测', 'Visitor forecast'),
  fields: {
    summer_from: field.date(text('暑假自', 'Summer holidays from'), {
      required: true,
      initial: '2026-07-11',
      hint: text(
        '每年按同样的月、日预测，公布后更新',
        'Every year is forecast with this month and day. Update it when they are announced',
      ),
    }),
    summer_to: field.date(text('暑假至', 'Summer holidays until'), { required: true, initial: '2026-08-31' }),
    winter_from: field.date(text('寒假自', 'Winter holidays from'), { required: true, initial: '2026-01-24' }),
    winter_to: field.date(text('寒假至', 'Winter holidays until'), { required: true, initial: '2026-03-01' }),
    warn_ahead: field.integer(text('提前预警（分钟）', 'Warn ahead (minutes)'), {
      required: true,
      min: 0,
      max: 240,
      initial: 60,
      hint: text(
        '预计在此时间内达到 80%、90%、100% 的，提前发出预警；0 为不提前',
        'A level expected within this time is warned of. 0: never ahead',
      ),
    }),
  },
});
