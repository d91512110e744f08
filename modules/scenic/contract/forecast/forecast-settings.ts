import { field } from '#kernel/field/field.ts';
import { settings } from '#kernel/settings/settings-section.ts';
import { text } from '#kernel/text/text.ts';

/** What the forecast of visitors cannot read from the working calendar. */
export const forecastSettings = settings({
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
  },
});
