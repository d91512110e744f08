import { field } from '#kernel/field/field.ts';
import { settings } from '#kernel/settings/declare-settings-section.ts';
import { text } from '#kernel/text/text.ts';

/** Years until tourists are anonymised. Contracts have to be kept for two years (旅行社条例实施细则), so this is never less. */
export const touristRetentionSettings = settings({
  name: 'travel/keeping',
  label: text('游客信息保存', 'Retention of tourist data'),
  fields: {
    years: field.integer(text('行程结束后保存（年）', 'Retained after the trip (years)'), {
      required: true,
      min: 2,
      max: 10,
      initial: 2,
      hint: text(
        '期满后夜间匿名化：姓名、证件号码、手机和房号、座位号不再保存，年龄、性别和客源地保留',
        'After this period tourists are anonymised at night: names, document numbers, mobiles, rooms and seats are erased; age, gender and place of origin are kept',
      ),
    }),
  },
});
