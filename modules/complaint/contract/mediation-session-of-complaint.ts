import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { mediationModes, mediationResults } from './complaint-select-options-applicable-rule-and-limits.ts';

/** A session of the mediation of a complaint (domain reference §2.L `cmp_mediation`). */
export const mediation = resource({
  name: 'complaint/mediation',
  label: text('调解记录', 'Mediation sessions'),
  icon: 'team',
  title: 'held_at',
  heading: ['complaint_id', 'held_at'],
  scope: 'parent',
  partOf: 'complaint_id',
  order: ['held_at', 'desc'],
  actions: ['index', 'add', 'export'],
  empty: text('还没有调解记录', 'No session has been recorded yet'),
  chained: ['add'],
  fields: {
    complaint_id: field.reference(text('投诉', 'Complaint'), {
      to: 'complaint/complaint',
      required: true,
      among: [['status', '=', 'mediating']],
    }),
    held_at: field.datetime(text('调解时间', 'Time'), { required: true }),
    mode: field.select(text('方式', 'Way'), { required: true, options: mediationModes, initial: 'onsite' }),
    attendees: field.textarea(text('参加人', 'Attendees'), { required: true, max: 500 }),
    record: field.textarea(text('调解经过', 'Course of the session'), { required: true, min: 5, max: 5000 }),
    result: field.select(text('结果', 'Result'), { required: true, options: mediationResults }),
    files: field.files(text('附件', 'Attachments'), { max: 9, private: true, list: 'offered' }),
    area_code: field.area(text('地区', 'Area'), { through: 'complaint_id' }),
  },
});
export interface Mediation extends Row<typeof mediation> {}
