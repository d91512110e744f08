import { field } from '#kernel/field.ts';
import { lifecycle } from '#kernel/lifecycle.ts';
import { documentSubjects, documents } from '#kernel/paper.ts';
import { type Row, resource } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';

const reason = field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 });

/**
 * A numbered paper of the authority, from its draft to its service. The number is given with the issue and never
 * again: a void paper keeps it.
 */
export const document = resource({
  name: 'document/document',
  label: text('文书', 'Documents'),
  icon: 'file-done',
  title: 'title',
  scope: 'area',
  actions: ['index', 'add', 'edit', 'export'],
  fields: {
    number: field.text(text('文书号', 'Document number'), { write: 'server', search: true, unique: true }),
    title: field.text(text('标题', 'Title'), { required: true, max: 120, search: true }),
    code: field.select(text('文书种类', 'Kind'), { required: true, write: 'add', words: documents }),
    content: field.pairs(text('内容', 'Content'), { write: 'server', list: 'never' }),
    about: field.oneOf(text('所涉记录', 'About'), { to: documentSubjects, write: 'server' }),
    issued_at: field.datetime(text('制发时间', 'Issued'), { write: 'server' }),
    served_on: field.date(text('送达日期', 'Served on'), { write: 'server' }),
    void_reason: field.textarea(text('作废理由', 'Why it is void'), { write: 'server', list: 'offered' }),
    check_code: field.text(text('验证码', 'Verification code'), { write: 'server', list: 'offered', filter: false }),
    area_code: field.area(text('地区', 'Area'), { required: true, level: 3 }),
  },
  life: lifecycle({
    initial: 'draft',
    states: {
      draft: { ...text('草稿', 'Draft'), tone: 'progress' },
      approved: { ...text('已审批', 'Approved'), tone: 'progress', editable: false },
      issued: { ...text('已制发', 'Issued'), tone: 'good', editable: false },
      served: { ...text('已送达', 'Served'), tone: 'good', editable: false },
      void: { ...text('已作废', 'Void'), tone: 'bad', final: true },
    },
    moves: {
      approve: { from: ['draft'], to: 'approved', label: text('审批', 'Approve'), tone: 'primary', batch: true },
      reopen: { from: ['approved'], to: 'draft', label: text('退回修改', 'Return to draft'), input: { reason } },
      issue: {
        from: ['approved'],
        to: 'issued',
        label: text('制发', 'Issue'),
        tone: 'primary',
        effect: text(
          '将取得文书号；此后内容不能修改',
          'It is given its number; nothing in it can be changed afterwards',
        ),
      },
      serve: {
        from: ['issued'],
        to: 'served',
        label: text('登记送达', 'Record service'),
        input: { served_on: field.date(text('送达日期', 'Served on'), { required: true }) },
      },
      revoke: {
        from: ['draft', 'approved', 'issued', 'served'],
        to: 'void',
        label: text('作废', 'Make void'),
        tone: 'danger',
        input: { void_reason: reason },
      },
    },
  }),
});
export interface DocumentRow extends Row<typeof document> {}
