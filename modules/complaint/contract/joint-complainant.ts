import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** Somebody who joins the complaint of another with the same cause. Edited in the form of the complaint. */
export const jointComplainant = resource({
  name: 'complaint/complainant',
  label: text('共同投诉人', 'Joint complainants'),
  title: 'name',
  scope: 'parent',
  partOf: 'complaint_id',
  sortable: true,
  actions: ['reveal'],
  fields: {
    complaint_id: field.reference(text('投诉', 'Complaint'), { to: 'complaint/complaint', required: true }),
    name: field.personName(text('姓名', 'Name'), { required: true }),
    mobile: field.mobile(text('手机', 'Mobile'), { foreign: true, privacy: 'masked' }),
    id_number: field.idNumber(text('证件号码', 'Identity number'), { privacy: 'masked', documents: true }),
    remark: field.text(text('说明', 'Remark'), { max: 200 }),
  },
});
export interface JointComplainant extends Row<typeof jointComplainant> {}
