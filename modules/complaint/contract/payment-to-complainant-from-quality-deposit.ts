import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** Why a deposit pays (旅行社条例 Art. 15; domain reference §2.L). */
export const depositTransferGrounds = {
  agreement: text('旅行社不履行调解协议', 'The agency does not fulfil the agreement'),
  breach: text('违反旅游合同，查证属实（条例第十五条第一项）', 'Breach of the travel contract, verified (Art. 15, 1)'),
  insolvent: text(
    '解散、破产等造成预交费用损失（条例第十五条第二项）',
    'Prepaid fees lost by dissolution or bankruptcy (Art. 15, 2)',
  ),
  stranded: text('团队滞留，先行救助', 'A stranded group is helped first'),
} as const;

/** States of a complaint in which its complainant may be paid out of the deposit. */
export const complaintStatesAllowingDepositTransfer = [
  'no_answer',
  'investigating',
  'mediating',
  'agreed',
  'terminated',
] as const;

/**
 * A decision to pay a complainant out of the quality deposit of the agency (划拨). One officer drafts it and another decides;
 * the decision takes the amount off the deposit, which the agency tops up within five working days.
 */
export const depositTransfer = resource({
  name: 'complaint/depositTransfer',
  table: 'complaint_deposit_transfer',
  label: text('保证金划拨', 'Payments out of deposits'),
  icon: 'money-collect',
  title: 'decision_no',
  heading: ['complaint_id', 'amount'],
  scope: 'parent',
  partOf: 'complaint_id',
  order: ['id', 'desc'],
  actions: ['index', 'add', 'edit', 'del', 'export'],
  empty: text('没有划拨过质量保证金', 'Nothing was paid out of a deposit'),
  chained: ['approve', 'refuse', 'pay'],
  measures: {
    transferred: {
      label: text('划拨金额（元）', 'Paid out of deposits (CNY)'),
      sum: 'amount',
      by: ['status', 'ground'],
      at: 'approved_on',
      where: [['status', 'IN', ['approved', 'paid']]],
    },
  },
  fields: {
    decision_no: field.identifier(text('划拨决定编号', 'Number of the decision'), {
      number: { pattern: 'HB{yyyy}{seq:5}', on: 'approve' },
      search: true,
      unique: true,
    }),
    complaint_id: field.reference(text('投诉', 'Complaint'), {
      to: 'complaint/complaint',
      required: true,
      among: [['status', 'IN', complaintStatesAllowingDepositTransfer]],
    }),
    deposit_id: field.reference(text('质量保证金', 'Quality deposit'), {
      to: 'enterprise/deposit',
      required: true,
    }),
    ground: field.select(text('划拨事由', 'Ground'), { required: true, options: depositTransferGrounds }),
    amount: field.money(text('划拨金额（元）', 'Amount (CNY)'), { required: true, min: 0.01 }),
    payee: field.personName(text('收款人', 'Payee'), { required: true }),
    facts: field.textarea(text('事实与依据', 'Facts and basis'), { required: true, min: 10, max: 2000, list: 'never' }),
    files: field.files(text('证明材料', 'Evidence'), { max: 9, private: true, list: 'offered' }),
    approved_on: field.date(text('决定日期', 'Decided on'), { write: 'server' }),
    receipt_no: field.identifier(text('银行回单号', 'Receipt of the bank'), {
      write: 'server',
      max: 60,
      list: 'offered',
    }),
    paid_on: field.date(text('到账日期', 'Received on'), { write: 'server' }),
    area_code: field.area(text('地区', 'Area'), { through: 'complaint_id' }),
  },
  life: lifecycle({
    initial: 'drafted',
    states: {
      drafted: { ...text('待审批', 'To be decided'), tone: 'warning' },
      approved: {
        ...text('已决定，待到账', 'Decided, to be paid'),
        tone: 'progress',
        editable: false,
        deletable: false,
      },
      paid: { ...text('已到账', 'Paid'), tone: 'good', editable: false, deletable: false, final: true },
      refused: { ...text('不予划拨', 'Refused'), tone: 'muted', editable: false, deletable: false, final: true },
    },
    clocks: {
      approval: { ...text('划拨审批期限', 'Decision'), rule: 'deposit_transfer', in: ['drafted'], served: true },
    },
    moves: {
      approve: {
        from: ['drafted'],
        to: 'approved',
        label: text('批准划拨', 'Approve'),
        tone: 'primary',
        emits: 'approved',
        stamps: ['approved_on'],
        locks: 'deposit_id',
        byAnother: { else: text('起草人不能审批，须由另一人决定', 'Whoever drafted it cannot decide it') },
        effect: text(
          '金额从保证金扣除，旅行社须在五个工作日内补足。',
          'The amount is taken off the deposit; the agency tops it up within five working days.',
        ),
      },
      refuse: {
        from: ['drafted'],
        to: 'refused',
        label: text('不予划拨', 'Refuse'),
        tone: 'danger',
        emits: 'refused',
        byAnother: { else: text('起草人不能审批，须由另一人决定', 'Whoever drafted it cannot decide it') },
        input: { reason: field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 }) },
      },
      pay: {
        from: ['approved'],
        to: 'paid',
        label: text('登记到账', 'Record the payment'),
        tone: 'primary',
        emits: 'paid',
        stamps: ['paid_on'],
        input: {
          receipt_no: field.identifier(text('银行回单号', 'Receipt of the bank'), { required: true, max: 60 }),
        },
        effect: text('待履行的调解协议视为已履行。', 'An agreement that waits for fulfilment is then fulfilled.'),
      },
    },
  }),
});
export interface DepositTransfer extends Row<typeof depositTransfer> {}
