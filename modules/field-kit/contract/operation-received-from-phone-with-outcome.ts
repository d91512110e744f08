import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import {
  operationKinds,
  operationOddities,
  operationOutcomes,
} from './field-operation-kind-outcome-and-oddity-options.ts';

const server = { write: 'server' } as const;

/**
 * A step of a check as a phone sent it, with its clocks, place and outcome. One that was refused, because somebody else
 * was first or a rule forbade it, is kept here as an annex of the check (domain reference K.9). Never changed.
 */
export const fieldOperation = resource({
  name: 'field/operation',
  label: text('外勤操作', 'Field operations'),
  icon: 'diff',
  title: 'summary',
  heading: ['kind', 'check_id'],
  empty: text('还没有从手机上传过操作', 'No operation has been uploaded from a phone yet'),
  scope: 'parent',
  partOf: 'check_id',
  actions: ['index', 'export'],
  order: ['id', 'desc'],
  recycle: false,
  comments: false,
  measures: {
    operations: { label: text('外勤操作', 'Field operations'), by: ['kind', 'outcome'], at: 'made_at' },
  },
  fields: {
    check_id: field.reference(text('检查任务', 'Check'), { to: 'enforcement/check', required: true }),
    kind: field.select(text('操作', 'Operation'), { ...server, options: operationKinds }),
    outcome: field.select(text('结果', 'Outcome'), { ...server, options: operationOutcomes }),
    message: field.text(text('未采纳的原因', 'Why refused'), { ...server, english: 'message_en' }),
    summary: field.text(text('内容', 'Content'), { ...server, english: 'summary_en' }),
    flags: field.selects(text('需要留意', 'To be noted'), { ...server, options: operationOddities }),
    admin_id: field.reference(text('操作人', 'Officer'), { to: 'auth/admin', reach: 'all', related: false, ...server }),
    handed_in_by: field.reference(text('上交人', 'Handed in by'), {
      to: 'auth/admin',
      reach: 'all',
      related: false,
      list: 'offered',
      hint: text('不是手机本身上传，而是由此人上交', 'Not uploaded by the phone itself, but handed in by this person'),
      ...server,
    }),
    device_id: field.reference(text('外勤终端', 'Field device'), {
      to: 'field/device',
      reach: 'all',
      list: 'offered',
      ...server,
    }),
    made_at: field.datetime(text('手机时间', 'Time on phone'), server),
    skew: field.integer(text('手机时钟偏差（秒）', 'Clock of phone off by (s)'), { ...server, list: 'offered' }),
    place: field.place(text('位置', 'Place'), { ...server, found: 'place_found', list: 'offered' }),
    pictures: field.images(text('照片', 'Pictures'), { ...server, private: true, list: 'offered' }),
    op_id: field.text(text('操作编号', 'Operation ID'), { ...server, list: 'offered' }),
    reason: field.text(text('原因代码', 'Reason code'), { ...server, list: 'never' }),
  },
});
export interface FieldOperation extends Row<typeof fieldOperation> {}
