import { today } from '#kernel/declaration/row-condition-and-move-guard.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { text } from '#kernel/text/text.ts';

const reason = field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 });
const granted = field.money(text('核定金额（元）', 'Approved amount (CNY)'), {
  hint: text('不填为申报金额；不得高于它', 'The amount applied for if left empty; cannot exceed it'),
});

/**
 * Life of an application: from the advance filing before the guests arrive to the payment, and to clawback if it was
 * undeserved. The amount applied for stays on record.
 */
export const rewardApplicationLifecycle = lifecycle({
  initial: 'draft',
  states: {
    draft: { ...text('草稿', 'Draft'), tone: 'muted', ownersOnly: true },
    declared: {
      ...text('已报备', 'Filed in advance'),
      tone: 'muted',
      editable: ['teams', 'papers', 'remark'],
      deletable: false,
    },
    first_review: {
      ...text('待初审', 'Pending preliminary review'),
      awaited: text('初审', 'Preliminary review'),
      tone: 'progress',
      officeLevel: 3,
      editable: false,
      deletable: false,
    },
    second_review: {
      ...text('待复审', 'Pending final review'),
      awaited: text('复审', 'Final review'),
      tone: 'progress',
      officeLevel: 2,
      editable: false,
      deletable: false,
    },
    publicity: { ...text('公示中', 'On public notice'), tone: 'progress', editable: false, deletable: false },
    objection: {
      ...text('异议处理中', 'Objection pending'),
      awaited: text('核查异议', 'Review of the objection'),
      tone: 'warning',
      officeLevel: 2,
      editable: false,
      deletable: false,
    },
    approved: {
      ...text('待拨付', 'Awaiting payment'),
      tone: 'progress',
      officeLevel: 2,
      editable: false,
      deletable: false,
    },
    paid: { ...text('已拨付', 'Paid'), tone: 'good', editable: false, deletable: false },
    returned: {
      ...text('退回补正', 'Returned for correction'),
      tone: 'warning',
      editable: ['teams', 'papers', 'remark'],
      deletable: false,
    },
    rejected: { ...text('不予奖励', 'Rejected'), tone: 'bad', editable: false, final: true, deletable: false },
    withdrawn: { ...text('已撤回', 'Withdrawn'), tone: 'muted', editable: false, final: true, deletable: false },
    clawback: { ...text('追回中', 'Clawback in progress'), tone: 'bad', editable: false, deletable: false },
    recovered: { ...text('已缴回', 'Repaid'), tone: 'muted', editable: false, final: true, deletable: false },
  },
  clocks: {
    review: {
      ...text('审核期限', 'Review deadline'),
      rule: 'reward_review',
      in: ['first_review', 'second_review'],
      served: true,
    },
  },
  moves: {
    declare: {
      from: ['draft'],
      to: 'declared',
      by: ['admin', 'member'],
      ownersAct: true,
      label: text('报备', 'File in advance'),
      stamps: ['declared_at'],
      emits: 'declared',
      effect: text(
        '报备后不能再增加团队；行程结束后再提交申报。',
        'No team can be added after advance filing; submit the application after the trip ends.',
      ),
    },
    apply: {
      from: ['draft', 'declared', 'returned'],
      to: 'first_review',
      by: ['admin', 'member'],
      ownersAct: true,
      label: text('提交申报', 'Submit application'),
      tone: 'primary',
      stamps: ['applied_at'],
      emits: 'applied',
      effect: text(
        '按标准计算金额并占用预算，先到先得；名单、票据自动核查。',
        'The amount is calculated by the rules and reserved from the budget, first come, first served; lists and invoices are checked automatically.',
      ),
    },
    withdraw: {
      // applications that were never submitted are deleted instead
      from: ['declared', 'returned', 'first_review'],
      to: 'withdrawn',
      by: ['admin', 'member'],
      ownersAct: true,
      label: text('撤回', 'Withdraw'),
      emits: 'withdrawn',
    },
    pass: {
      from: ['first_review'],
      to: 'second_review',
      label: text('初审通过', 'Pass preliminary review'),
      tone: 'primary',
      stamps: ['first_reviewer'],
      emits: 'first_passed',
      input: { granted },
    },
    confirm: {
      from: ['second_review'],
      to: 'publicity',
      label: text('复审通过并公示', 'Pass and publish'),
      tone: 'primary',
      stamps: ['published_on'],
      emits: 'published',
      input: { granted },
      effect: text(
        '公示五个工作日，期间受理异议。',
        'On public notice for five working days, during which objections are accepted.',
      ),
    },
    recheck: {
      from: ['first_review', 'second_review', 'objection'],
      label: text('重新核查', 'Check again'),
      emits: 'rechecked',
      effect: text(
        '以现有的住宿、入园、抓拍和票据数据再核查一次。',
        'Check again against the hotel, admission, camera and invoice data now available.',
      ),
    },
    return: {
      from: ['first_review', 'second_review'],
      to: 'returned',
      label: text('退回补正', 'Return for correction'),
      tone: 'danger',
      emits: 'returned',
      input: { reason },
      effect: text('占用的预算随即释放。', 'The reserved budget is released at once.'),
    },
    object: {
      from: ['publicity'],
      to: 'objection',
      label: text('登记异议', 'Register an objection'),
      tone: 'danger',
      emits: 'objected',
      input: { reason },
    },
    dismiss: {
      from: ['objection'],
      to: 'publicity',
      label: text('异议不成立', 'Dismiss the objection'),
      emits: 'dismissed',
      input: { reason },
    },
    approve: {
      from: ['publicity'],
      to: 'approved',
      label: text('公示无异议', 'Approve (no objection)'),
      tone: 'primary',
      batch: true,
      emits: 'approved',
      when: [
        {
          if: [['publicity_until', '<', today]],
          else: text('公示期未满五个工作日', 'The public notice period of five working days is not over'),
        },
      ],
    },
    pay: {
      from: ['approved'],
      to: 'paid',
      label: text('登记拨付', 'Record payment'),
      tone: 'primary',
      emits: 'paid',
      input: {
        paid_on: field.date(text('拨付日期', 'Payment date'), { required: true }),
        payment_no: field.identifier(text('拨付凭证号', 'Payment voucher number'), { required: true, max: 60 }),
      },
    },
    reject: {
      from: ['first_review', 'second_review', 'objection'],
      to: 'rejected',
      label: text('不予奖励', 'Reject'),
      tone: 'danger',
      emits: 'rejected',
      input: { reason },
      effect: text('占用的预算随即释放。', 'The reserved budget is released at once.'),
    },
    reduce: {
      from: ['approved'],
      // reduced to nothing, where all of it was false
      orTo: ['rejected'],
      label: text('核减', 'Reduce amount'),
      tone: 'danger',
      emits: 'reduced',
      input: {
        granted: field.money(text('核减后金额（元）', 'Reduced amount (CNY)'), { required: true }),
        reason,
      },
      effect: text(
        '尚未拨付的，减去不实部分，其余照付；减为零即不予奖励。',
        'For unpaid rewards: the false part is deducted and the rest is paid; if reduced to zero the application is rejected.',
      ),
    },
    clawBack: {
      from: ['paid'],
      to: 'clawback',
      label: text('追回', 'Claw back'),
      tone: 'danger',
      emits: 'clawed_back',
      input: {
        to_recover: field.money(text('追回金额（元）', 'Clawback amount (CNY)'), {
          hint: text(
            '不填为全部；不得高于企业现有的奖励金额',
            'The whole amount if left empty; cannot exceed the reward the enterprise now holds',
          ),
        }),
        reason,
      },
      effect: text(
        '查实虚报的，收回全部或部分奖励资金；缴回前企业不能再申报，此后申报均提示。',
        'For proven false claims, all or part of the reward is recovered. The enterprise cannot apply until it repays, and later applications carry a warning.',
      ),
    },
    recover: {
      from: ['clawback'],
      to: 'recovered',
      // repaid in part: the enterprise keeps the rest
      orTo: ['paid'],
      label: text('登记缴回', 'Record repayment'),
      tone: 'primary',
      emits: 'recovered',
      input: {
        recovered_on: field.date(text('缴回日期', 'Repayment date'), { required: true }),
        recovery_no: field.identifier(text('缴款凭证号', 'Repayment voucher number'), { required: true, max: 60 }),
      },
    },
  },
});
