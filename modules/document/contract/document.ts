import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { documentOptions, documentSubjects, documentsApprovedByAnother } from '#kernel/module/official-document.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

const reason = field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 });

/**
 * An official document of the authority, from draft to service. The move `issue` assigns its number, once; a voided
 * document keeps it.
 */
export const document = resource({
  name: 'document/document',
  label: text('文书', 'Documents'),
  icon: 'file-done',
  title: 'title',
  scope: 'area',
  actions: ['index', 'add', 'edit', 'export'],
  codes: { check_code: '/check/', number: '' },
  acts: {
    bind: {
      label: text('合并为一个 PDF', 'One PDF'),
      confirm: text('把选中的 {n} 份文书合并为一个 PDF？', 'Join {n} {n|document|documents} into one PDF?'),
      done: text('完成后在“导入与导出”中下载', 'Download it under “Import and export” when it is ready'),
    },
  },
  chained: ['issue', 'deliver', 'serve', 'revoke'],
  fields: {
    number: field.identifier(text('文书号', 'Document number'), { write: 'server', search: true, unique: true }),
    code: field.select(text('文书种类', 'Document type'), {
      required: true,
      write: 'add',
      optionList: documentOptions,
    }),
    title: field.text(text('标题', 'Title'), {
      max: 120,
      search: true,
      initials: false, // most are the name of their type
      hint: text(
        '不填即为文书种类；也可写“关于……的”加文书种类',
        'The document type if left empty; may also be a title ending with the type',
      ),
    }),
    content: field.pairs(text('内容', 'Content'), { write: 'server', list: 'never' }),
    about: field.oneOf(text('所涉记录', 'Related record'), { to: documentSubjects, write: 'add' }),
    issued_at: field.datetime(text('制发时间', 'Issued at'), { write: 'server' }),
    served_on: field.date(text('送达日期', 'Date of service'), { write: 'server' }),
    received_by: field.text(text('签收人', 'Signed for by'), { write: 'server', list: 'offered' }),
    void_reason: field.textarea(text('作废理由', 'Reason for voiding'), { write: 'server', list: 'offered' }),
    check_code: field.text(text('验证码', 'Verification code'), { write: 'server', list: 'offered', filter: false }),
    area_code: field.area(text('地区', 'Area'), { required: true }),
  },
  life: lifecycle({
    initial: 'draft',
    states: {
      draft: { ...text('草稿', 'Draft'), tone: 'progress' },
      approved: { ...text('已审批', 'Approved'), tone: 'progress', editable: false },
      issued: { ...text('已制发', 'Issued'), tone: 'good', editable: false },
      delivered: { ...text('待签收', 'Awaiting receipt'), tone: 'warning', editable: false },
      served: { ...text('已送达', 'Served'), tone: 'good', editable: false },
      void: { ...text('已作废', 'Void'), tone: 'bad', final: true },
    },
    clocks: {
      receipt: { ...text('签收期限', 'Receipt deadline'), rule: 'document_receipt', in: ['delivered'], served: true },
    },
    moves: {
      approve: {
        from: ['draft'],
        to: 'approved',
        label: text('审批', 'Approve'),
        tone: 'primary',
        batch: true,
        byAnother: {
          field: 'code',
          get of() {
            return documentsApprovedByAnother.of;
          },
          else: text(
            '起草、修改文书的人不能审批同一份文书，请由他人审批',
            'Authors and editors of a document may not approve it: another officer must',
          ),
        },
      },
      reopen: { from: ['approved'], to: 'draft', label: text('退回修改', 'Return for correction'), input: { reason } },
      issue: {
        from: ['approved'],
        to: 'issued',
        label: text('制发', 'Issue'),
        tone: 'primary',
        effect: text(
          '将取得文书号；此后内容不能修改',
          'The document is given its number; the content cannot be changed afterwards',
        ),
      },
      deliver: {
        from: ['issued'],
        to: 'delivered',
        label: text('电子送达', 'Serve electronically'),
        emits: 'delivered',
        input: {
          consented: field.switch(text('当事人已确认同意电子送达', 'The party has agreed to electronic service'), {
            required: true,
            confirms: true,
          }),
        },
        effect: text(
          '所涉企业的负责人和经办人收到文书，由其中一人签收；签收之日为送达日期。',
          'The person in charge and operators of the enterprise receive the document and one of them signs for it; the date of signing is the date of service.',
        ),
      },
      serve: {
        from: ['issued', 'delivered'],
        to: 'served',
        label: text('登记送达', 'Record service'),
        input: { served_on: field.date(text('送达日期', 'Date of service'), { required: true }) },
      },
      revoke: {
        from: ['draft', 'approved', 'issued', 'delivered', 'served'],
        to: 'void',
        label: text('作废', 'Void'),
        tone: 'danger',
        input: { void_reason: reason },
      },
    },
  }),
});
export interface DocumentRow extends Row<typeof document> {}
