import { type Guard, today } from '#kernel/declaration/row-condition-and-move-guard.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { text } from '#kernel/text/text.ts';
import { fieldsChangedOnRequest, freelyEditableFields } from './enterprise-fields-editable-freely-or-on-request.ts';
import { returnReasons } from './enterprise-options.ts';

/** Requires a valid licence on the day of approval: it may have expired since submission. */
const validLicence: Guard = {
  if: [['license_expire', 'NULL']],
  or: [['license_expire', '>=', today]],
  else: text('营业执照已过期，请退回修改', 'The business licence has expired. Return the registration for correction'),
};

const reason = field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 });

/** Inputs of a suspension: its end, and the decision that orders it. */
const suspension = {
  suspended_from: field.date(text('停业起始日', 'Suspended from'), { hint: text('不填为今日', 'Today if left empty') }),
  suspended_until: field.date(text('停业截止日', 'Suspension ends'), {
    hint: text('决定书未定期限的不填', 'Leave empty if the decision sets no end date'),
  }),
  suspension_paper: field.file(text('决定书', 'Decision'), { accept: 'pdf,ofd,jpg,png', private: true }),
};

/** Inputs of the annulment of a suspension. */
const annulment = {
  document_no: field.identifier(text('撤销文书号', 'Number of the annulling document'), {
    required: true,
    max: 60,
    hint: text('复议决定、判决或本机关的撤销决定', 'Decision on reconsideration, judgment, or own decision'),
  }),
  reason,
};

/** Members name another enterprise by its credit code, never by its key. */
const parentCode = field.creditCode(text('所属旅行社的统一社会信用代码', 'Credit code of the parent travel agency'), {
  section: 'subject',
  standsFor: 'parent_id',
});

/**
 * Fields that members may correct after a return. The county that returned it reviews it again; the parent agency has a
 * move of its own.
 */
const sentBack = { member: { except: ['area_code', 'parent_id'] } } as const;

/** States of an operating enterprise. Suspended and closed enterprises cannot start anything new. */
export const tradingStates = ['active', 'change_pending'] as const;

/** States of an enterprise that is not closed; nothing can be filed for a closed one. */
export const existingStates = [
  'draft',
  'submitted',
  'first_review',
  'final_review',
  'returned',
  'rejected',
  'active',
  'change_pending',
  'suspended',
] as const;

/** Life cycle from registration through the two-level review to exit (domain reference §2.A). */
export const enterpriseLifecycle = lifecycle({
  initial: 'draft',
  states: {
    draft: { ...text('草稿', 'Draft'), tone: 'muted', editable: { member: { except: ['parent_id'] } } },
    submitted: {
      ...text('待受理', 'Submitted'),
      awaited: text('受理', 'Acceptance'),
      tone: 'progress',
      editable: false,
      officeLevel: 3,
    },
    first_review: {
      ...text('县级初审', 'Preliminary review'),
      awaited: text('初审', 'Preliminary review'),
      tone: 'progress',
      editable: false,
      officeLevel: 3,
    },
    final_review: {
      ...text('市级复审', 'Final review'),
      awaited: text('复审', 'Final review'),
      tone: 'progress',
      editable: false,
      officeLevel: 2,
    },
    // the county that returned it reviews it again: the applicant cannot choose another
    returned: { ...text('已退回', 'Returned'), tone: 'warning', editable: sentBack },
    // registered details change only through a reviewed change request
    active: { ...text('正常经营', 'In operation'), tone: 'good', editable: freelyEditableFields },
    change_pending: {
      ...text('变更审核中', 'Change under review'),
      awaited: text('变更审核', 'Review of the change'),
      tone: 'progress',
      editable: false,
      officeLevel: 2,
    },
    suspended: { ...text('停业整顿', 'Suspended'), tone: 'bad', editable: false },
    rejected: { ...text('不予通过', 'Rejected'), tone: 'bad', editable: sentBack },
    cancelled: { ...text('已注销', 'Deregistered'), tone: 'muted', editable: false, final: true },
    revoked: { ...text('已吊销', 'Revoked'), tone: 'bad', editable: false, final: true },
  },
  clocks: {
    audit: {
      ...text('审核期限', 'Review deadline'),
      rule: 'enterprise_audit',
      in: ['submitted', 'first_review', 'final_review', 'change_pending'],
      served: true,
    },
    suspension: {
      ...text('停业整顿期', 'Suspension period'),
      in: ['suspended'],
      from: 'suspended_from',
      until: 'suspended_until',
    },
  },
  moves: {
    submit: {
      from: ['draft', 'returned', 'rejected'],
      to: 'submitted',
      by: ['admin', 'member'],
      ownersAct: true,
      answers: true,
      label: text('提交审核', 'Submit'),
      tone: 'primary',
      stamps: ['submitted_at'],
      emits: 'submitted',
      effect: text(
        '提交后资料锁定，县级主管部门在 5 个工作日内审核。',
        'The details are locked after submission; the county authority reviews them within 5 working days.',
      ),
    },
    accept: {
      from: ['submitted'],
      to: 'first_review',
      label: text('受理', 'Accept'),
      reversible: true,
      batch: true,
      emits: 'accepted',
    },
    firstPass: {
      from: ['submitted', 'first_review'],
      to: 'final_review',
      // types reviewed at one level are done after the preliminary review
      orTo: ['active'],
      label: text('初审通过', 'Pass preliminary review'),
      when: [validLicence],
      tone: 'primary',
      batch: true,
      emits: 'first_passed',
      input: {
        checked: field.switch(text('已逐项核对并查阅执照', 'All items checked and the licence viewed'), {
          required: true,
          confirms: true,
        }),
        audit_remark: field.textarea(text('审核意见', 'Comments'), { max: 500 }),
      },
    },
    finalPass: {
      from: ['final_review'],
      to: 'active',
      label: text('复审通过', 'Pass final review'),
      when: [validLicence],
      tone: 'primary',
      batch: true,
      emits: 'activated',
      input: { audit_remark: field.textarea(text('审核意见', 'Comments'), { max: 500 }) },
      effect: text(
        '企业转为正常经营，发放监管码并短信告知。',
        'The enterprise goes into operation, receives its supervision code and is notified by SMS.',
      ),
    },
    return: {
      from: ['submitted', 'first_review', 'final_review'],
      to: 'returned',
      label: text('退回修改', 'Return for correction'),
      emits: 'returned',
      marks: true,
      input: {
        cause: field.radio(text('退回原因', 'Reason for return'), { options: returnReasons, required: true }),
        reason,
      },
    },
    reject: {
      from: ['submitted', 'first_review', 'final_review'],
      to: 'rejected',
      label: text('不予通过', 'Reject'),
      tone: 'danger',
      emits: 'rejected',
      marks: true,
      input: { reason },
    },
    suspend: {
      from: ['active'],
      to: 'suspended',
      label: text('停业整顿', 'Order to suspend business'),
      tone: 'danger',
      emits: 'suspended',
      input: {
        ...suspension,
        document_no: field.identifier(text('文书号', 'Document number'), { required: true, max: 60 }),
        reason,
      },
      effect: text(
        '停业期间不得新报行程、不得申请奖励；已开始的行程可履行完毕。期满不自动恢复：到期前提醒核查，核查后办理“恢复经营”。',
        'During the suspension no itineraries or reward applications may be filed; trips in progress may be completed. The suspension does not end automatically: you are reminded to inspect before it expires, then choose “Resume business”.',
      ),
    },
    resume: {
      from: ['suspended'],
      to: 'active',
      label: text('恢复经营', 'Resume business'),
      tone: 'primary',
      emits: 'resumed',
      input: { document_no: field.identifier(text('文书号', 'Document number'), { required: true, max: 60 }), reason },
      // rectification is checked on the spot before business is resumed
      evidence: {
        files: {},
        place: 'optional',
        signatures: { party: text('企业负责人', 'Person in charge') },
      },
    },
    annulSuspension: {
      from: ['suspended'],
      to: 'active',
      label: text('撤销停业决定', 'Annul suspension'),
      emits: 'suspension_annulled',
      input: annulment,
      effect: text(
        '随即恢复经营；该决定自始不计入风险评分，由它产生的信用事项一并撤销。',
        'Business resumes at once. The decision no longer counts for the risk score, as if it had never been made, and its credit event is withdrawn.',
      ),
    },
    annulPastSuspension: {
      from: ['active', 'suspended'],
      label: text('撤销以前的停业决定', 'Annul past suspension'),
      emits: 'suspension_annulled',
      when: [
        {
          if: [['suspension_no', 'NOT NULL']],
          else: text('没有停业整顿的记录', 'There is no suspension on record'),
          quiet: true,
        },
      ],
      input: {
        annulled_no: field.identifier(text('被撤销的停业决定文号', 'Number of the annulled decision'), {
          max: 60,
          hint: text('不填为最近结束的一次', 'The one that ended last if left empty'),
        }),
        ...annulment,
      },
      effect: text(
        '该决定自始不计入风险评分，由它产生的信用事项一并撤销。',
        'The decision no longer counts for the risk score, as if it had never been made, and its credit event is withdrawn.',
      ),
    },
    rehang: {
      from: ['draft', 'returned', 'rejected'],
      by: ['member'],
      label: text('更换所属旅行社', 'Change parent agency'),
      when: [
        {
          if: [['ent_type', 'IN', ['agency_branch', 'agency_outlet']]],
          else: text('仅分社、服务网点有所属旅行社', 'Only branches and outlets have a parent agency'),
          quiet: true,
        },
      ],
      input: { parent_uscc: { ...parentCode, required: true } },
    },
    change: {
      from: ['active'],
      to: 'change_pending',
      by: ['admin', 'member'],
      label: text('申请变更', 'Apply for change'),
      emits: 'change_requested',
      proposes: fieldsChangedOnRequest,
      input: {
        parent_uscc: { ...parentCode, hint: text('仅分社、服务网点填写', 'For branches and outlets only') },
        reason,
      },
      effect: text(
        '审核通过前原登记信息继续有效。',
        'The registered details remain valid until the change is approved.',
      ),
    },
    changePass: {
      from: ['change_pending'],
      to: 'active',
      label: text('同意变更', 'Approve change'),
      tone: 'primary',
      emits: 'changed',
      accepts: 'change',
    },
    changeReject: {
      from: ['change_pending'],
      to: 'active',
      label: text('不同意变更', 'Reject change'),
      tone: 'danger',
      emits: 'change_refused',
      rejects: 'change',
      input: { reason },
    },
    cancel: {
      from: ['active', 'suspended'],
      to: 'cancelled',
      by: ['admin', 'member'],
      label: text('注销', 'Deregister'),
      tone: 'danger',
      emits: 'cancelled',
      input: { reason },
      effect: text('许可证一并注销，不可恢复。', 'Its licences are deregistered as well. This cannot be undone.'),
    },
    revoke: {
      from: ['active', 'suspended', 'change_pending'],
      to: 'revoked',
      label: text('吊销', 'Revoke'),
      tone: 'danger',
      emits: 'revoked',
      steps: [
        { name: 'propose', label: text('提请吊销', 'Propose revocation') },
        { name: 'confirm', label: text('批准吊销', 'Approve revocation') },
      ],
      input: {
        document_no: field.identifier(text('处罚决定书文号', 'Penalty decision number'), { required: true, max: 60 }),
        reason,
      },
      effect: text(
        '许可证一并吊销，法定代表人列入从业限制名单，不可恢复。',
        'Its licences are revoked as well and its legal representative is placed on the list of barred persons. This cannot be undone.',
      ),
    },
  },
});
