import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { text } from '#kernel/text/text.ts';
import { complaintRefusals } from '#modules/system/contract/complaint-and-opinion-option-lists.ts';
import { complaintLimits, complaintResponsibilities } from './complaint-select-options-applicable-rule-and-limits.ts';
import { complaintStates, openStates, undecidedStates } from './complaint-states.ts';
import { complaintTimeLimits } from './complaint-time-limits.ts';
import {
  appraisalUnderWay,
  materialNotRequestedYet,
  noAppraisalUnderWay,
  notReopenedYet,
} from './conditions-of-complaint-moves.ts';
import { invitationAnswerFields, mediationInvitationFields } from './mediation-invitation-and-answer-move-fields.ts';

const reason = field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 });
const remark = field.textarea(text('说明', 'Remark'), { max: 500 });
const closed = { editable: false, deletable: false } as const;
/** Before acceptance the office still corrects what was written down by telephone. */
const before = { deletable: false } as const;

const settled = ['terminated', 'withdrawn', 'reconciled', 'fulfilled'] as const;

const agreement = {
  agreed_amount: field.money(text('协议金额（元）', 'Amount agreed (CNY)'), { required: true, min: 0 }),
  fulfil_by: field.date(text('履行截止日', 'To be fulfilled by'), { required: true }),
  agreement: field.textarea(text('协议内容', 'What was agreed'), { required: true, min: 5, max: 2000 }),
};

/**
 * From the filing of a complaint to the call after its end (domain reference §2.L). Its time limits are those of the
 * rule in force on the day of filing.
 */
export const complaintLifecycle = lifecycle({
  initial: 'registered',
  filed: 'filed_on',
  states: {
    registered: { ...complaintStates.registered, tone: 'warning', ...before },
    need_material: { ...complaintStates.need_material, tone: 'warning', ...before },
    accepted: { ...complaintStates.accepted, tone: 'progress', ...closed },
    rejected: { ...complaintStates.rejected, tone: 'muted', ...closed, final: true },
    transferred: { ...complaintStates.transferred, tone: 'muted', ...closed, final: true },
    merged: { ...complaintStates.merged, tone: 'muted', ...closed, final: true },
    notified: { ...complaintStates.notified, tone: 'progress', ...closed },
    answered: { ...complaintStates.answered, tone: 'warning', ...closed },
    no_answer: { ...complaintStates.no_answer, tone: 'bad', ...closed },
    investigating: { ...complaintStates.investigating, tone: 'progress', ...closed },
    mediating: { ...complaintStates.mediating, tone: 'progress', ...closed },
    agreed: { ...complaintStates.agreed, tone: 'progress', ...closed },
    terminated: { ...complaintStates.terminated, tone: 'warning', ...closed },
    withdrawn: { ...complaintStates.withdrawn, tone: 'muted', ...closed },
    reconciled: { ...complaintStates.reconciled, tone: 'good', ...closed },
    fulfilled: { ...complaintStates.fulfilled, tone: 'good', ...closed },
    closed: { ...complaintStates.closed, tone: 'good', ...closed },
    revisited: { ...complaintStates.revisited, tone: 'good', ...closed },
    archived: { ...complaintStates.archived, tone: 'muted', ...closed, final: true },
  },
  clocks: complaintTimeLimits,
  moves: {
    accept: {
      from: ['registered'],
      to: 'accepted',
      label: text('受理', 'Accept'),
      tone: 'primary',
      emits: 'accepted',
      stamps: ['accepted_on', 'settle_from'],
      input: {
        late_ground: field.textarea(text('超过九十日仍受理的理由', 'Ground for accepting after ninety days'), {
          min: 10,
          max: 500,
          hint: text('仅在期限起算另有依据时填写', 'Only if evidence shows another beginning of the limit'),
        }),
        jurisdiction_ground: field.textarea(text('本机构管辖的依据', 'Ground for the jurisdiction of this office'), {
          min: 5,
          max: 500,
          hint: text(
            '住所地、纠纷发生地都不在本地区时填写，如合同签订地、最先受理或上级指定',
            'If neither the domicile nor the event is in this area: place of the contract, first acceptance, or assigned from above',
          ),
        }),
      },
    },
    reject: {
      from: ['registered', 'need_material'],
      to: 'rejected',
      label: text('不予受理', 'Do not accept'),
      tone: 'danger',
      emits: 'rejected',
      stamps: ['decided_on'],
      input: {
        refusal: field.select(text('不予受理理由', 'Ground for not accepting'), {
          required: true,
          optionList: complaintRefusals,
        }),
        reason,
      },
      effect: text('投诉人会收到决定及理由。', 'The complainant is notified of the decision and its grounds.'),
    },
    transfer: {
      from: ['registered'],
      to: 'transferred',
      label: text('转办', 'Transfer'),
      emits: 'transferred',
      stamps: ['decided_on'],
      input: {
        transferred_to: field.text(text('转往机构', 'Transferred to'), { required: true, max: 100 }),
        reason,
      },
    },
    needMaterial: {
      from: ['registered'],
      to: 'need_material',
      label: text('要求补正', 'Ask for material'),
      emits: 'material_asked',
      stamps: ['material_wanted_on'],
      when: [materialNotRequestedYet],
      input: {
        material_wanted: field.textarea(text('需补正的材料', 'Material wanted'), { required: true, min: 5, max: 500 }),
      },
    },
    supplement: {
      from: ['need_material'],
      to: 'registered',
      label: text('已补正', 'Material supplied'),
      tone: 'primary',
      emits: 'supplemented',
      stamps: ['received_on'],
      input: {
        supplement: field.textarea(text('补正内容', 'What was supplied'), { required: true, min: 2, max: 2000 }),
      },
    },
    merge: {
      from: ['registered', 'need_material'],
      to: 'merged',
      label: text('并案', 'Merge'),
      emits: 'merged',
      stamps: ['decided_on'],
      input: {
        merged_into: field.reference(text('并入的投诉', 'Complaint it is merged into'), {
          to: 'complaint/complaint',
          required: true,
          among: [['status', 'IN', openStates]],
        }),
        reason,
      },
      effect: text(
        '各投诉编号都保留，投诉人凭原编号查询进度。',
        'All numbers stay valid; complainants see the progress by their own.',
      ),
    },
    notify: {
      from: ['accepted'],
      to: 'notified',
      label: text('通知被投诉人', 'Notify the respondent'),
      tone: 'primary',
      emits: 'notified',
      stamps: ['notified_on'],
      when: [
        {
          if: [['respondent_enterprise_id', 'NOT NULL']],
          else: text(
            '被投诉人不是平台上的企业，请登记调查',
            'The respondent is not an enterprise on the platform: investigate instead',
          ),
        },
      ],
      effect: text(
        '企业即可看到投诉并提交答复和证据。',
        'The enterprise sees the complaint from now on, and can answer it.',
      ),
    },
    answer: {
      from: ['notified', 'no_answer'],
      to: 'answered',
      by: ['member'],
      label: text('提交答复', 'Answer'),
      tone: 'primary',
      emits: 'answered',
      settles: true,
      stamps: ['answered_at'],
      input: {
        answer: field.textarea(text('答复', 'Answer'), { required: true, min: 10, max: 5000 }),
        answer_files: field.files(text('证据材料', 'Evidence'), { max: 20, private: true }),
      },
    },
    lapse: {
      from: ['notified'],
      to: 'no_answer',
      by: [],
      label: text('逾期未答复', 'Not answered'),
      emits: 'unanswered',
    },
    investigate: {
      from: ['accepted', 'answered', 'no_answer'],
      to: 'investigating',
      label: text('调查', 'Investigate'),
      emits: 'investigating',
      internalNote: true,
      input: { remark },
    },
    mediate: {
      from: ['answered', 'no_answer', 'investigating'],
      to: 'mediating',
      label: text('组织调解', 'Mediate'),
      tone: 'primary',
      emits: 'mediating',
      internalNote: true,
      input: { remark },
    },
    invite: {
      from: ['mediating'],
      label: text('邀请参加调解', 'Invite to a session'),
      emits: 'invited',
      input: mediationInvitationFields,
      effect: text(
        '投诉人收到短信，可在进度页答复是否参加；被投诉人收到站内信。',
        'The complainant gets a text message and answers on the progress page; the respondent gets a message.',
      ),
    },
    answerInvitation: {
      from: ['mediating'],
      label: text('投诉人答复邀请', 'Complainant: answer the invitation'),
      emits: 'invitation_answered',
      when: [
        {
          if: [['session_at', 'NOT NULL']],
          else: text('还没有邀请投诉人参加调解', 'No invitation has been sent yet'),
        },
      ],
      input: invitationAnswerFields,
    },
    startAppraisal: {
      from: ['investigating', 'mediating'],
      label: text('委托鉴定', 'Commission an appraisal'),
      pauses: ['settlement'],
      when: [noAppraisalUnderWay],
      input: { reason },
      effect: text('鉴定期间不计入处理期限。', 'The time of the appraisal does not count.'),
    },
    endAppraisal: {
      from: ['investigating', 'mediating'],
      label: text('鉴定结束', 'Appraisal ended'),
      resumes: ['settlement'],
      when: [appraisalUnderWay],
      input: { appraisal: field.textarea(text('鉴定结论', 'Findings'), { required: true, min: 2, max: 1000 }) },
    },
    agree: {
      from: ['mediating'],
      to: 'agreed',
      label: text('达成协议', 'Record the agreement'),
      tone: 'primary',
      emits: 'agreed',
      stamps: ['settled_on'],
      input: agreement,
      evidence: {
        files: { min: 0, max: 9, accept: 'jpg,jpeg,png,webp,pdf' },
        signatures: {
          complainant: { ...text('投诉人', 'Complainant'), required: true },
          respondent: { ...text('被投诉人', 'Respondent'), required: true },
          mediator: { ...text('调解员', 'Mediator'), required: true },
        },
      },
    },
    terminate: {
      from: ['investigating', 'mediating', 'no_answer', 'agreed'],
      to: 'terminated',
      label: text('终止调解', 'Terminate'),
      tone: 'danger',
      emits: 'terminated',
      stamps: ['settled_on'],
      input: { reason },
      effect: text(
        '投诉人可向法院起诉或按约定申请仲裁，并会收到告知。',
        'The complainant may sue, or apply for arbitration if agreed, and is told so.',
      ),
    },
    withdraw: {
      from: ['registered', 'need_material', ...undecidedStates],
      to: 'withdrawn',
      label: text('撤回', 'Withdraw'),
      emits: 'withdrawn',
      stamps: ['settled_on'],
      input: { reason },
    },
    reconcile: {
      from: [...undecidedStates],
      to: 'reconciled',
      label: text('自行和解', 'Settled between the parties'),
      emits: 'reconciled',
      stamps: ['settled_on'],
      input: {
        agreed_amount: field.money(text('和解金额（元）', 'Amount (CNY)'), { required: true, min: 0 }),
        remark,
      },
    },
    fulfil: {
      from: ['agreed'],
      to: 'fulfilled',
      label: text('已履行', 'Fulfilled'),
      tone: 'primary',
      emits: 'fulfilled',
      input: {
        paid_amount: field.money(text('实际支付（元）', 'Paid (CNY)'), { required: true, min: 0 }),
        fulfilled_on: field.date(text('履行日期', 'Fulfilled on'), { required: true }),
      },
    },
    denyFulfilment: {
      from: ['agreed'],
      label: text('投诉人称未履行', 'Complainant: not fulfilled'),
      tone: 'danger',
      emits: 'fulfilment_denied',
      stamps: ['denied_on'],
      input: { reason },
    },
    fulfilFromDeposit: {
      from: ['agreed'],
      to: 'fulfilled',
      by: [],
      label: text('以质量保证金履行', 'Fulfilled out of the deposit'),
      emits: 'fulfilled_from_deposit',
    },
    close: {
      from: [...settled],
      to: 'closed',
      label: text('办结', 'Close'),
      tone: 'primary',
      emits: 'closed',
      stamps: ['closed_on'],
      input: {
        responsibility: field.select(text('责任认定', 'Responsibility'), {
          required: true,
          options: complaintResponsibilities,
        }),
        result: field.textarea(text('处理结果', 'Result'), { required: true, min: 5, max: 1000 }),
      },
      effect: text(
        '认定被投诉人有责的投诉计入企业风险和信用。',
        'A complaint for which the respondent is responsible counts for its risk and credit.',
      ),
    },
    revisit: {
      from: ['closed'],
      to: 'revisited',
      label: text('登记回访', 'Record the call'),
      emits: 'revisited',
      input: {
        satisfaction: field.integer(text('满意度（1–5）', 'Satisfaction (1–5)'), { required: true, min: 1, max: 5 }),
        remark,
      },
    },
    reopen: {
      from: ['closed', 'revisited'],
      to: 'investigating',
      label: text('重新处理', 'Reopen'),
      tone: 'danger',
      emits: 'reopened',
      stamps: ['settle_from'],
      when: [notReopenedYet],
      input: {
        new_facts: field.textarea(text('新的事实或证据', 'New facts or evidence'), {
          required: true,
          min: 10,
          max: 2000,
        }),
      },
      effect: text(
        `办结之日起${complaintLimits.reopenDays}日内、有新的事实时可重新处理一次。`,
        `Within ${complaintLimits.reopenDays} days of its end and with new facts, once.`,
      ),
    },
    archive: {
      from: ['revisited'],
      to: 'archived',
      by: [],
      label: text('归档', 'Archive'),
      emits: 'archived',
    },
    toEnforcement: {
      from: [...undecidedStates, 'agreed', ...settled, 'closed', 'revisited'],
      label: text('移送执法线索', 'Pass to enforcement'),
      emits: 'passed_to_enforcement',
      locks: 'id',
      // the respondent is not warned
      concealed: true,
      internalNote: true,
      stamps: ['passed_on'],
      when: [
        {
          if: [['respondent_enterprise_id', 'NOT NULL']],
          else: text('被投诉人不是平台上的企业', 'The respondent is not an enterprise on the platform'),
        },
      ],
      input: { reason },
    },
  },
});
