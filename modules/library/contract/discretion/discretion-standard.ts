import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { versionedResource } from '#kernel/version/versioned-resource.ts';

/**
 * A discretion standard: the grades into which a bureau divides the statutory range of a cause (domain reference §2.H).
 * The grades tile the range without gap or overlap (`find-faults-of-grades-of-fines.ts`).
 */
export const discretionStandard = versionedResource({
  name: 'library/discretion',
  label: text('裁量基准', 'Discretion standards'),
  icon: 'control',
  title: 'name',
  scope: 'all',
  versionsOf: 'code',
  remark: text(
    '各档次须铺满法定幅度，不留空档、不重叠；减轻处罚低于法定下限，不予处罚没有金额。',
    'Grades cover the statutory range without gaps or overlaps. Mitigated penalties are below the range, and “no penalty” has no amount.',
  ),
  fields: {
    code: field.identifier(text('编号', 'Number'), { number: 'CL{seq:4}', unique: ['revision'], search: true }),
    name: field.text(text('名称', 'Name'), { required: true, max: 200, search: true }),
    cause_id: field.reference(text('案由', 'Cause'), {
      to: 'library/cause',
      cites: true,
      reach: 'all',
      required: true,
      search: true,
    }),
    basis_doc: field.text(text('基准文件', 'Document'), {
      required: true,
      max: 200,
      search: true,
      hint: text('发布裁量基准的文件及文号', 'The document that sets the standard, with its number'),
    }),
    grades: field.rows(text('裁量档次', 'Grades'), { of: 'library/grade', max: 60 }),
  },
});
export interface DiscretionStandard extends Row<typeof discretionStandard> {}
