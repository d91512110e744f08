import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { guestCountKinds } from './reward-kinds-units-and-check-codes.ts';

/**
 * Guests of a team counted by somebody other than its agency: a hotel in a night, a gate on a day (domain reference
 * §2.P). Entered or imported by officers; applications are checked against it.
 */
export const thirdPartyGuestCount = resource({
  name: 'reward/record',
  label: text('住宿与入园记录', 'Hotel and admission records'),
  icon: 'file-search',
  title: 'place',
  scope: 'area',
  comments: false,
  remark: text(
    '由酒店、景区或系统提供，按团号导入；奖励申报据此自动核查。',
    'Provided by hotels, scenic areas or systems and imported by team number; used to check reward applications automatically.',
  ),
  measures: {
    counted: { label: text('记录人次', 'Recorded guests'), sum: 'people', by: ['kind', 'area_code'], at: 'on_date' },
  },
  fields: {
    kind: field.select(text('类别', 'Category'), { required: true, options: guestCountKinds }),
    team_no: field.identifier(text('团号', 'Team number'), { required: true, max: 40, search: true }),
    on_date: field.date(text('日期', 'Day'), {
      required: true,
      hint: text('住宿为入住当晚', 'For hotels: the night of the stay'),
      unique: ['kind', 'team_no', 'place'],
    }),
    place: field.text(text('酒店或景区', 'Hotel or scenic area'), { required: true, max: 100, search: true }),
    people: field.integer(text('人数', 'Guests'), { required: true, min: 0, max: 100_000 }),
    given_by: field.text(text('提供方', 'Provided by'), { required: true, max: 100, search: true }),
    proof: field.file(text('凭证', 'Proof'), { accept: 'pdf,ofd,jpg,jpeg,png,xlsx', private: true, list: 'offered' }),
    area_code: field.area(text('地区', 'Area'), { required: true }),
  },
});
export interface ThirdPartyGuestCount extends Row<typeof thirdPartyGuestCount> {}
