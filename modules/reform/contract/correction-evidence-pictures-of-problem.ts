import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { mostPictures, pictureDoubts, pictureSenders } from './correction-order-kinds-sources-and-limits.ts';

/**
 * Pictures by which an enterprise, or an officer on the spot, shows that one problem was corrected. They are added until
 * the correction is handed in, and never changed afterwards.
 */
export const evidence = resource({
  name: 'reform/evidence',
  label: text('整改佐证', 'Evidence of correction'),
  icon: 'picture',
  title: 'problem_id',
  scope: 'parent',
  partOf: 'problem_id',
  actions: ['index', 'add', 'del', 'export'],
  comments: false,
  recycle: false,
  members: {
    owner: ['index', 'add', 'del'],
    operator: ['index', 'add', 'del'],
    viewer: ['index'],
  },
  order: ['id', 'asc'],
  fields: {
    problem_id: field.reference(text('整改问题', 'Problem'), { to: 'reform/problem', required: true }),
    order_id: field.reference(text('责令改正', 'Order'), { to: 'reform/order', write: 'server' }),
    photos: field.images(text('整改后照片', 'Pictures after'), {
      accept: 'jpg,jpeg,png,webp',
      private: true,
      required: true,
      max: mostPictures,
    }),
    note: field.textarea(text('说明', 'Remarks'), { max: 500 }),
    captured_at: field.datetime(text('拍摄时间', 'Taken at'), {
      hint: text('照片中记录的时间', 'The time that the picture states'),
    }),
    doubt: field.select(text('存疑', 'Doubt'), { write: 'server', options: pictureDoubts }),
    sender: field.select(text('上传人', 'Sent by'), { write: 'server', options: pictureSenders }),
    // members do not see which officer it was
    admin_id: field.reference(text('执法人员', 'Officer'), {
      write: 'server',
      to: 'auth/admin',
      reach: 'all',
      related: false,
      list: 'offered',
      reads: 'export',
    }),
    round: field.integer(text('第几次提交', 'Submission'), { write: 'server' }),
  },
});
export interface Evidence extends Row<typeof evidence> {}
