import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { text } from '#kernel/text/text.ts';
import { checkRefusals } from '#modules/system/contract/enforcement-option-lists.ts';
import { checkResults } from './enforcement-check-source-result-and-flag-options.ts';

const reason = field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 });
const approval = {
  from: ['pending_approval'],
  to: 'approved',
  tone: 'primary',
  settles: true,
  // two approvals for one enterprise wait for each other, so that the second counts the first
  locks: 'enterprise_id',
  byAnother: {
    else: text('起草或提交检查的人员不能批准该检查', 'Whoever drafted or edited a check cannot approve it'),
  },
  stamps: ['approved_by', 'approved_at'],
} as const;
const opinion = field.textarea(text('审批意见', 'Opinion'), { max: 500 });
const separate_reason = field.textarea(text('不合并检查的理由', 'Why not one joint check'), {
  min: 5,
  max: 500,
  hint: text(
    '其他部门近期也有检查安排的，合并检查或者填写',
    'If other departments plan checks soon: join them, or say why not',
  ),
});

/** What may still be changed once a check is approved: who makes it, and when. */
const arranged = { editable: ['officers', 'window_from', 'window_to'], deletable: false } as const;
const closed = { editable: false, deletable: false } as const;

/** States in which the officers of a check have work with it. */
export const checkStatesUnderWay = [
  'approved',
  'notified',
  'dispatched',
  'accepted',
  'on_site',
  'recording',
  'returned',
] as const;

/**
 * From the draft to the published result (domain reference §2.I): an approved basis and two certified officers before
 * anybody enters, a record sealed when it is submitted, and a review by somebody else.
 */
export const checkLifecycle = lifecycle({
  initial: 'draft',
  states: {
    draft: { ...text('起草中', 'Draft'), tone: 'muted' },
    pending_approval: { ...text('待审批', 'Awaiting approval'), tone: 'progress', ...closed },
    approved: { ...text('已批准', 'Approved'), tone: 'progress', ...arranged },
    notified: { ...text('已通知', 'Notified'), tone: 'progress', ...arranged },
    dispatched: { ...text('已派遣', 'Dispatched'), tone: 'progress', ...arranged },
    accepted: { ...text('已接收', 'Accepted'), tone: 'progress', ...arranged },
    on_site: { ...text('已入企', 'On site'), tone: 'good', ...closed },
    recording: { ...text('检查中', 'Recording'), tone: 'good', ...closed },
    submitted: { ...text('待审核', 'Submitted'), tone: 'progress', ...closed },
    returned: { ...text('已退回', 'Returned'), tone: 'warning', ...closed },
    reviewed: { ...text('已审核', 'Reviewed'), tone: 'good', ...closed },
    closed: { ...text('已办结', 'Closed'), tone: 'muted', ...closed, final: true },
    cancelled: { ...text('已取消', 'Cancelled'), tone: 'muted', ...closed, final: true },
    transferred: { ...text('已移送', 'Transferred'), tone: 'muted', ...closed, final: true },
    refused: { ...text('被拒绝检查', 'Refused by the enterprise'), tone: 'bad', ...closed },
  },
  clocks: {
    approval: { ...text('检查审批', 'Approval'), rule: 'check_approval', in: ['pending_approval'], served: true },
    visit: {
      ...text('检查完成期限', 'Check to be done'),
      until: 'due_on',
      in: ['approved', 'notified', 'dispatched', 'accepted'],
    },
    review: { ...text('检查结果审核', 'Review'), rule: 'check_review', in: ['submitted', 'refused'], served: true },
    publicity: {
      ...text('检查结果公示', 'Publication of the result'),
      rule: 'check_publicity',
      in: ['reviewed'],
      served: true,
    },
  },
  moves: {
    apply: {
      from: ['draft'],
      to: 'pending_approval',
      label: text('提交审批', 'Submit for approval'),
      batch: true,
      tone: 'primary',
      emits: 'applied',
    },
    approve: {
      ...approval,
      label: text('批准', 'Approve'),
      batch: true,
      emits: 'approved',
      when: [
        {
          if: [['source', '<>', 'special']],
          else: text('专项检查须由负责人批准', 'A special check needs the approval of a leader'),
        },
      ],
      input: { opinion, separate_reason },
    },
    approveSpecial: {
      ...approval,
      label: text('批准专项检查', 'Approve special check'),
      emits: 'approved',
      when: [
        {
          if: [['source', '=', 'special']],
          else: text('不是专项检查，用“批准”办理', 'This is not a special check: use “Approve”'),
          quiet: true,
        },
      ],
      input: { opinion, separate_reason },
    },
    reject: {
      from: ['pending_approval'],
      to: 'draft',
      label: text('不予批准', 'Reject'),
      tone: 'danger',
      emits: 'rejected',
      settles: true,
      input: { reason },
      internalNote: true,
    },
    notify: {
      from: ['approved'],
      to: 'notified',
      label: text('通知企业', 'Notify'),
      batch: true,
      tone: 'primary',
      emits: 'notified',
      stamps: ['notified_at'],
      when: [
        {
          if: [['notify_mode', '=', 'advance']],
          else: text('直接实施的检查不提前通知', 'This check is made without notice'),
          quiet: true,
        },
      ],
      input: {
        notice_receipt: field.file(text('通知书送达回证', 'Receipt of the notice'), {
          accept: 'pdf,jpg,jpeg,png',
          private: true,
          hint: text(
            '企业没有可以接收电子通知的人员时，送达纸质通知书后上传',
            'If nobody of the enterprise can receive the notice here: serve it on paper, then upload the receipt',
          ),
        }),
      },
      effect: text(
        '企业随即看到检查时间、人员、依据、事项和权利义务。',
        'The enterprise sees when, by whom, on what basis and for what it is checked, and its rights.',
      ),
    },
    dispatch: {
      from: ['approved', 'notified'],
      to: 'dispatched',
      label: text('派遣', 'Dispatch'),
      batch: true,
      tone: 'primary',
      emits: 'dispatched',
      when: [
        {
          if: [['notify_mode', '=', 'direct']],
          or: [['notified_at', 'NOT NULL']],
          else: text('请先通知企业', 'Notify the enterprise first'),
        },
      ],
    },
    accept: {
      from: ['dispatched'],
      to: 'accepted',
      label: text('接收任务', 'Accept'),
      tone: 'primary',
      emits: 'accepted',
      settles: true,
    },
    scanIn: {
      from: ['accepted'],
      to: 'on_site',
      label: text('扫码入企', 'Scan in'),
      tone: 'primary',
      emits: 'scanned_in',
      stamps: ['started_at'],
      evidence: { files: { max: 9 }, place: 'optional' },
      input: {
        arrival_code: field.identifier(text('另一执法人员的到场码', 'Arrival code of the second officer'), {
          required: true,
          max: 40,
          hint: text(
            '由其本人登录后在本检查页面或者外勤工具包出示，每十分钟更换',
            'Shown in their own session, on this page or in the field kit, and changed every ten minutes',
          ),
        }),
        place_reason: field.textarea(text('位置说明', 'Reason for the place'), {
          min: 5,
          max: 500,
          hint: text(
            '没有定位或者距登记地址超过三百米的须说明并拍照',
            'With a picture, if there is no position or it is more than 300 m from the registered address',
          ),
        }),
      },
      effect: text(
        '企业随即收到执法人员、证号和检查事项。',
        'The enterprise is told the officers, their certificates and the items.',
      ),
    },
    record: {
      from: ['on_site', 'returned'],
      to: 'recording',
      label: text('开始检查', 'Begin recording'),
      tone: 'primary',
      emits: 'recording',
      input: {
        credentials_shown: field.switch(text('已出示执法证并告知权利义务', 'Credentials shown and rights explained'), {
          hint: text('行政处罚法第五十五条', 'Administrative Penalty Law, Art. 55'),
        }),
        party_name: field.personName(text('现场负责人', 'Person on site')),
        party_post: field.text(text('职务', 'Post'), { max: 60 }),
      },
    },
    submit: {
      from: ['recording'],
      to: 'submitted',
      label: text('提交检查笔录', 'Submit record'),
      // answers are written on their own: what is sealed is what is stored
      locks: 'id',
      tone: 'primary',
      emits: 'submitted',
      stamps: ['submitted_at'],
      evidence: {
        files: { max: 9, accept: 'jpg,jpeg,png,webp,mp4' },
        place: 'optional',
        signatures: {
          officer: { ...text('执法人员', 'Officer'), required: true },
          second_officer: { ...text('另一执法人员', 'Second officer'), required: true },
          object: text('当事人', 'Checked party'),
          witness: text('见证人', 'Witness'),
        },
      },
      input: {
        summary: field.textarea(text('现场检查情况', 'Findings on site'), { required: true, min: 5, max: 4000 }),
        refused_to_sign: field.switch(text('当事人拒绝签字', 'The party refuses to sign')),
        refusal_note: field.textarea(text('拒签说明', 'Note on the refusal'), {
          min: 5,
          max: 500,
          shownWhen: { by: 'refused_to_sign', of: ['1'] },
          hint: text('由见证人签名，或者附现场照片、录像', 'With a witness’s signature, or a picture or video'),
        }),
      },
      effect: text('提交后笔录封存，不能修改。', 'The record is sealed and can no longer be changed.'),
    },
    review: {
      from: ['submitted', 'refused'],
      to: 'reviewed',
      label: text('审核', 'Review'),
      tone: 'primary',
      emits: 'reviewed',
      settles: true,
      stamps: ['reviewed_by', 'reviewed_at'],
      input: {
        result_code: field.select(text('检查结果', 'Result'), { required: true, options: checkResults }),
        result_note: field.textarea(text('结果说明', 'Note on the result'), { max: 1000 }),
      },
      effect: text(
        '结果为“发现问题已责令改正”的，随即以检查发现的问题起草责令改正，由您核对后下达。',
        'With the result “ordered to correct”, an order is drafted from the findings, to be examined and issued.',
      ),
    },
    return: {
      from: ['submitted'],
      to: 'returned',
      label: text('退回补正', 'Return'),
      tone: 'danger',
      emits: 'returned',
      settles: true,
      input: { reason },
      internalNote: true,
    },
    publish: {
      from: ['reviewed'],
      label: text('公示结果', 'Publish result'),
      tone: 'primary',
      emits: 'published',
      stops: ['publicity'],
      stamps: ['published_at'],
      when: [
        { if: [['published_at', 'NULL']], else: text('结果已公示', 'The result is already published'), quiet: true },
      ],
      input: {
        harmless: field.switch(text('确认不含个人信息', 'It contains no personal data')),
      },
      effect: text('检查对象和结果向社会公开。', 'Who was checked and the result become public.'),
    },
    close: {
      from: ['reviewed'],
      to: 'closed',
      label: text('办结', 'Close'),
      emits: 'closed',
    },
    merge: {
      from: ['draft', 'pending_approval'],
      label: text('合并检查', 'Merge'),
      locks: 'enterprise_id',
      emits: 'merged',
      input: {
        other_id: field.reference(text('并入的检查', 'Check to join'), {
          to: 'enforcement/check',
          required: true,
          alikeIn: 'enterprise_id',
          among: [['status', 'IN', ['draft', 'pending_approval', 'approved', 'notified', 'dispatched', 'accepted']]],
        }),
      },
      effect: text(
        '两个检查合为一次联合检查：对方的事项和人员并入本检查，对方的检查取消（综合查一次）。',
        'Both become one joint check: items and officers of the other join this one, and the other is cancelled.',
      ),
    },
    cancel: {
      from: ['draft', 'pending_approval', 'approved', 'notified', 'dispatched', 'accepted'],
      to: 'cancelled',
      label: text('取消检查', 'Cancel'),
      tone: 'danger',
      emits: 'cancelled',
      settles: true,
      input: { reason },
    },
    transfer: {
      from: ['approved', 'notified', 'dispatched', 'accepted', 'on_site', 'recording', 'returned'],
      to: 'transferred',
      label: text('移送', 'Transfer'),
      tone: 'danger',
      emits: 'transferred',
      settles: true,
      input: {
        transferred_to: field.text(text('移送机关', 'Transferred to'), { required: true, min: 2, max: 100 }),
        reason,
      },
      internalNote: true,
    },
    refuse: {
      from: ['on_site', 'recording'],
      to: 'refused',
      label: text('登记拒绝检查', 'Record refusal'),
      tone: 'danger',
      emits: 'refused',
      stamps: ['submitted_at'],
      evidence: { files: { min: 1, max: 9, accept: 'jpg,jpeg,png,webp,mp4' }, place: 'optional' },
      input: {
        refusal_reason: field.select(text('拒绝理由', 'Reason given'), { required: true, optionList: checkRefusals }),
        summary: field.textarea(text('现场情况', 'What happened'), { required: true, min: 5, max: 4000 }),
      },
    },
  },
});
