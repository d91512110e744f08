import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** Liability insurance every travel agency must hold while it trades (旅游法 Art. 56). */
export const insurance = resource({
  name: 'enterprise/insurance',
  label: text('责任保险', 'Insurance'),
  icon: 'safety-certificate',
  title: 'policy_no',
  scope: 'parent',
  partOf: 'enterprise_id',
  members: { owner: ['index', 'add', 'edit', 'del', 'answer'], operator: ['index', 'edit'] },
  measures: {
    premiums: { label: text('保费', 'Premiums'), sum: 'premium', by: ['status'], at: 'starts_on' },
  },
  fields: {
    enterprise_id: field.reference(text('投保企业', 'Insured enterprise'), {
      to: 'enterprise/enterprise',
      required: true,
    }),
    policy_no: field.identifier(text('保单号', 'Policy number'), {
      required: true,
      max: 64,
      search: true,
      unique: true,
    }),
    insurer: field.text(text('保险公司', 'Insurer'), { required: true, max: 100, search: true }),
    premium: field.money(text('保费（元）', 'Premium (CNY)')),
    paid_on: field.date(text('缴费日期', 'Paid on')),
    starts_on: field.date(text('起保日期', 'Starts on'), { required: true }),
    ends_on: field.date(text('到期日', 'Ends on'), { required: true }),
    covers: field.rows(text('承保项目', 'Covers'), { of: 'enterprise/cover', max: 50 }),
    policy: field.file(text('保单', 'Policy'), { accept: 'pdf,jpg,png', private: true, list: 'offered' }),
    area_code: field.area(text('地区', 'Area'), { through: 'enterprise_id' }),
  },
  life: lifecycle({
    initial: 'submitted',
    states: {
      submitted: { ...text('待审核', 'Submitted'), tone: 'progress', officeLevel: 3 },
      queried: { ...text('待补充', 'Queried'), tone: 'warning' },
      active: { ...text('有效', 'Active'), tone: 'good', editable: false },
      lapsed: { ...text('已失效', 'Lapsed'), tone: 'muted', final: true },
    },
    clocks: {
      review: { ...text('审核期限', 'Review'), rule: 'insurance_review', in: ['submitted', 'queried'], served: true },
    },
    moves: {
      query: {
        from: ['submitted'],
        to: 'queried',
        label: text('要求补充', 'Query'),
        pauses: ['review'],
        input: {
          reason: field.textarea(text('需补充的内容', 'What is missing'), { required: true, min: 5, max: 500 }),
        },
      },
      answer: {
        from: ['queried'],
        to: 'submitted',
        label: text('已补充', 'Answer'),
        by: ['admin', 'member'],
        resumes: ['review'],
      },
      approve: {
        from: ['submitted'],
        to: 'active',
        label: text('通过', 'Approve'),
        tone: 'primary',
        batch: true,
        when: [{ if: [['paid_on', 'NOT NULL']], else: text('尚未登记缴费日期', 'No date of payment is on record') }],
        emits: 'approved',
      },
      lapse: {
        from: ['submitted', 'queried', 'active'],
        to: 'lapsed',
        label: text('失效', 'Lapse'),
        tone: 'danger',
        emits: 'lapsed',
        input: { reason: field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 }) },
      },
    },
  }),
});
export interface Insurance extends Row<typeof insurance> {}
