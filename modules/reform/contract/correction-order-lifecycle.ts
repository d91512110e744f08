import { today } from '#kernel/declaration/row-condition-and-move-guard.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { text } from '#kernel/text/text.ts';
import { noticeServiceWays, termDays } from './correction-order-kinds-sources-and-limits.ts';

const reason = field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 });
const opinion = field.textarea(text('复核意见', 'Findings'), { required: true, min: 2, max: 500 });
const closed = { editable: false, deletable: false } as const;

/** States in which the enterprise still has to act. */
const open = ['issued', 'read', 'returned', 'overdue'] as const;
const beforeOverdue = ['issued', 'read', 'returned'] as const;

const service = {
  service: field.select(text('送达方式', 'Way of service'), {
    required: true,
    options: noticeServiceWays,
    initial: 'electronic',
  }),
  consented: field.switch(text('企业已确认同意电子送达', 'The enterprise agreed to electronic service'), {
    shownWhen: { by: 'service', of: ['electronic'] },
    requiredWhen: { by: 'service', of: ['electronic'] },
    confirms: true,
    hint: text('行政处罚法第六十一条', 'Administrative Penalty Law, Art. 61'),
  }),
};

/** What an inspection of the premises after the correction leaves behind. */
const onsite = {
  files: { min: 1, max: 9 },
  place: 'required',
  signatures: {
    officer: { ...text('执法人员', 'Officer'), required: true },
    second: { ...text('另一执法人员', 'Second officer'), required: true },
    party: text('企业在场人员', 'Person present for the enterprise'),
  },
} as const;

/**
 * From the draft of an order to its end (domain reference §2.J). What the platform does when the last day passes is the
 * move `lapse`; everything else is the enterprise's or an officer's.
 */
export const correctionOrderLifecycle = lifecycle({
  initial: 'draft',
  states: {
    draft: { ...text('起草中', 'Draft'), tone: 'muted' },
    issued: { ...text('待签收', 'Awaiting receipt'), tone: 'warning', ...closed },
    read: { ...text('整改中', 'Being corrected'), tone: 'progress', ...closed },
    submitted: { ...text('待复核', 'Awaiting review'), awaited: text('复核', 'Review'), tone: 'warning', ...closed },
    need_onsite: {
      ...text('待现场复查', 'Awaiting on-site review'),
      awaited: text('现场复查', 'On-site review'),
      tone: 'warning',
      ...closed,
    },
    returned: { ...text('退回补充', 'Returned'), tone: 'warning', ...closed },
    overdue: { ...text('逾期未改', 'Overdue'), tone: 'bad', ...closed },
    approved_remote: { ...text('远程复核通过', 'Passed remotely'), tone: 'good', ...closed },
    onsite_ok: { ...text('现场复查通过', 'Passed on site'), tone: 'good', ...closed },
    onsite_failed: { ...text('复查未通过', 'Failed on site'), tone: 'bad', ...closed },
    escalated: { ...text('转立案', 'Referred for a case'), tone: 'bad', ...closed, final: true },
    closed: { ...text('已办结', 'Closed'), tone: 'good', ...closed, final: true },
    cancelled: { ...text('已撤销', 'Withdrawn'), tone: 'muted', ...closed, final: true },
  },
  clocks: {
    correction: {
      ...text('改正期限', 'Term for correction'),
      until: 'due_on',
      warn: ['t-3', 't-1', 't', 't+1'],
      in: [...open],
    },
    review: {
      ...text('复核期限', 'Review'),
      rule: 'reform_review',
      in: ['submitted', 'need_onsite'],
      served: true,
    },
  },
  moves: {
    issue: {
      from: ['draft'],
      to: 'issued',
      label: text('下达', 'Issue'),
      locks: 'id',
      tone: 'primary',
      emits: 'issued',
      starts: ['correction'],
      stamps: ['issued_at', 'issued_on'],
      input: service,
      effect: text(
        '制发责令改正通知书并编号；企业即可看到本责令。',
        'The notice of correction is issued and numbered, and the enterprise sees the order from now on.',
      ),
    },
    read: {
      from: ['issued'],
      to: 'read',
      by: ['member'],
      label: text('签收', 'Confirm receipt'),
      tone: 'primary',
      emits: 'read',
      settles: true,
      stamps: ['read_at'],
    },
    serve: {
      from: ['issued'],
      to: 'read',
      label: text('登记送达', 'Record service'),
      tone: 'primary',
      emits: 'read',
      stamps: ['read_at'],
      input: {
        served_on: field.date(text('送达日期', 'Date of service'), { required: true }),
        received_by: field.text(text('签收人', 'Received by'), { required: true, max: 60 }),
      },
      evidence: {
        files: { min: 1, max: 9, accept: 'jpg,jpeg,png,webp,pdf' },
        signatures: { recipient: text('收件人', 'Recipient') },
      },
      effect: text('上传送达回证的照片或扫描件。', 'Attach a picture or scan of the service receipt.'),
    },
    correctOnSpot: {
      from: ['issued', 'read'],
      to: 'closed',
      label: text('当场改正完毕', 'Corrected on the spot'),
      tone: 'primary',
      emits: 'closed',
      stamps: ['reviewed_by', 'reviewed_at', 'closed_on'],
      when: [
        {
          if: [['kind', '=', 'on_the_spot']],
          else: text('责令限期改正的，由企业提交整改情况', 'Within a term, the enterprise hands in what it corrected'),
          quiet: true,
        },
      ],
      evidence: { files: { min: 1, max: 9 }, place: 'optional' },
      input: { opinion },
    },
    submit: {
      // a notice is signed for first; who never did hands in what is overdue, and has then received it
      from: ['read', 'returned', 'overdue'],
      to: 'submitted',
      orTo: ['need_onsite'],
      by: ['member'],
      label: text('提交整改情况', 'Hand in the correction'),
      // pictures are added and deleted on their own: what is handed in is there
      locks: 'id',
      tone: 'primary',
      emits: 'submitted',
      settles: true,
      stamps: ['submitted_at'],
      input: {
        statement: field.textarea(text('整改情况说明', 'What was done'), { required: true, min: 5, max: 1000 }),
      },
      effect: text(
        '提交后照片不能再改；还没有决定的延期申请同时撤回。',
        'Pictures cannot be changed afterwards; an extension that is not decided yet is no longer asked for.',
      ),
    },
    return: {
      from: ['submitted'],
      to: 'returned',
      label: text('退回补充', 'Return'),
      tone: 'danger',
      locks: 'id',
      emits: 'returned',
      starts: ['correction'],
      stamps: ['reviewed_by', 'reviewed_at'],
      input: {
        problem_ids: field.references(text('须重新整改的问题', 'Problems to correct again'), {
          to: 'reform/problem',
          ofRow: 'order_id',
          hint: text('不填为全部', 'All of them if left empty'),
        }),
        days: field.integer(text('补充期限（天）', 'Days to complete it'), {
          required: true,
          min: 1,
          max: termDays.extension,
          initial: 5,
        }),
        reason,
      },
      effect: text('截止日不早于原截止日。', 'The last day is never earlier than before.'),
    },
    approve: {
      from: ['submitted'],
      to: 'approved_remote',
      label: text('远程复核通过', 'Pass remotely'),
      tone: 'primary',
      emits: 'approved',
      stamps: ['reviewed_by', 'reviewed_at'],
      input: { opinion },
    },
    requireOnsite: {
      from: ['submitted'],
      to: 'need_onsite',
      label: text('转现场复查', 'Review on site'),
      emits: 'onsite_required',
      input: { reason },
    },
    passOnsite: {
      from: ['need_onsite'],
      to: 'onsite_ok',
      label: text('现场复查通过', 'Pass on site'),
      tone: 'primary',
      emits: 'approved',
      stamps: ['reviewed_by', 'reviewed_at'],
      input: { opinion },
      evidence: onsite,
    },
    failOnsite: {
      from: ['need_onsite'],
      to: 'onsite_failed',
      label: text('现场复查未通过', 'Fail on site'),
      tone: 'danger',
      emits: 'onsite_failed',
      stamps: ['reviewed_by', 'reviewed_at'],
      input: { opinion },
      evidence: onsite,
    },
    reissue: {
      from: ['onsite_failed'],
      to: 'issued',
      label: text('再次责令改正', 'Order again'),
      emits: 'issued',
      starts: ['correction'],
      stamps: ['issued_at'],
      when: [
        {
          if: [['second', '=', '0']],
          else: text(
            '已再次责令改正，仍未改正的应当立案',
            'A second order was issued already: what is still not corrected becomes a case',
          ),
        },
      ],
      input: {
        term_days: field.integer(text('改正期限（天）', 'Term (days)'), {
          required: true,
          min: termDays.least,
          max: termDays.most,
          initial: termDays.usual,
        }),
        ...service,
      },
    },
    requestExtension: {
      from: [...beforeOverdue],
      by: ['member'],
      label: text('申请延期', 'Ask for an extension'),
      emits: 'extension_requested',
      when: [
        {
          if: [['extension', 'NULL']],
          or: [['extension', '=', 'withdrawn']],
          else: text('只能申请一次延期', 'An extension can be requested only once'),
          quiet: true,
        },
        {
          if: [['due_on', '>=', today]],
          else: text('须在截止日前申请延期', 'An extension must be requested before the last day has passed'),
        },
        {
          if: [['kind', '=', 'within_term']],
          else: text('责令当场改正的，不能延期', 'What must be corrected on the spot cannot be extended'),
          quiet: true,
        },
      ],
      input: {
        extension_days: field.integer(text('延期天数', 'Days'), {
          required: true,
          min: 1,
          max: termDays.extension,
          initial: termDays.extension,
        }),
        extension_reason: field.textarea(text('延期理由', 'Reason for extension'), {
          required: true,
          min: 5,
          max: 500,
        }),
      },
    },
    grantExtension: {
      from: [...open],
      orTo: ['issued', 'read'],
      label: text('同意延期', 'Grant extension'),
      tone: 'primary',
      emits: 'extended',
      starts: ['correction'],
      when: [
        {
          if: [['extension', '=', 'requested']],
          else: text('企业没有申请延期', 'No extension was requested'),
          quiet: true,
        },
      ],
    },
    refuseExtension: {
      from: [...open],
      label: text('不同意延期', 'Refuse extension'),
      tone: 'danger',
      emits: 'extension_refused',
      when: [
        {
          if: [['extension', '=', 'requested']],
          else: text('企业没有申请延期', 'No extension was requested'),
          quiet: true,
        },
      ],
      input: { reason },
    },
    lapse: {
      from: [...beforeOverdue],
      to: 'overdue',
      by: [],
      label: text('逾期', 'Lapse'),
      emits: 'lapsed',
    },
    escalate: {
      from: ['overdue', 'onsite_failed'],
      to: 'escalated',
      label: text('转立案', 'Refer for a case'),
      tone: 'danger',
      emits: 'escalated',
      stamps: ['closed_on'],
      input: { reason },
      effect: text('本责令到此为止，违法线索转立案审查。', 'The order ends here; the matter is examined as a case.'),
    },
    close: {
      from: ['approved_remote', 'onsite_ok'],
      to: 'closed',
      label: text('办结', 'Close'),
      tone: 'primary',
      batch: true,
      emits: 'closed',
      stamps: ['closed_on'],
    },
    cancel: {
      from: ['issued', 'read', 'returned', 'overdue'],
      to: 'cancelled',
      label: text('撤销', 'Withdraw'),
      tone: 'danger',
      emits: 'cancelled',
      stamps: ['closed_on'],
      input: { reason },
    },
  },
});
