import { inDays } from '#kernel/declaration/row-condition-and-move-guard.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { text } from '#kernel/text/text.ts';

const reason = field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 });

/** Fields fixed once filed: a tour of another agency or of another kind is another team. */
const filed = { except: ['agency_id', 'kind', 'product_id', 'template_id'] } as const;

/** States in which a team occupies its vehicles and crew. */
export const statesOccupyingCrew = ['submitted', 'confirmed', 'departed', 'abnormal'] as const;

/** States of teams that count in statistics: upcoming, travelling or finished. */
export const statesInStatistics = [...statesOccupyingCrew, 'finished', 'archived'] as const;

/** States of a team on the road. */
export const underwayStates = ['departed', 'abnormal'] as const;

/**
 * From draft to archive (domain reference §2.E). A confirmed team is changed by an edit with a reason, counted as a
 * version; its code and number stay valid. A filed team is cancelled and stays on record; a draft is deleted.
 */
export const itineraryLifecycle = lifecycle({
  initial: 'draft',
  states: {
    draft: { ...text('草稿', 'Draft'), tone: 'muted', ownersOnly: true },
    submitted: {
      ...text('待车企确认', 'Awaiting coach operator'),
      tone: 'progress',
      editable: false,
      deletable: false,
    },
    returned: { ...text('已退回', 'Returned'), tone: 'warning' },
    confirmed: { ...text('已确认', 'Confirmed'), tone: 'good', editable: filed, deletable: false },
    departed: { ...text('行程中', 'In progress'), tone: 'progress', editable: filed, deletable: false },
    abnormal: { ...text('异常', 'Abnormal'), tone: 'bad', editable: { member: false }, deletable: false },
    finished: { ...text('已结束', 'Finished'), tone: 'good', editable: false, deletable: false },
    archived: { ...text('已归档', 'Archived'), tone: 'muted', editable: false, final: true, deletable: false },
    cancelled: { ...text('已取消', 'Cancelled'), tone: 'muted', editable: false, final: true, deletable: false },
    terminated: { ...text('已终止', 'Terminated'), tone: 'bad', editable: false, final: true, deletable: false },
  },
  moves: {
    submit: {
      from: ['draft', 'returned'],
      to: 'submitted',
      // where no coach operator has to confirm
      orTo: ['confirmed'],
      by: ['admin', 'member'],
      ownersAct: true,
      label: text('提交', 'Submit'),
      tone: 'primary',
      stamps: ['submitted_at'],
      emits: 'submitted',
      effect: text(
        '提交时自动核对车辆、人员、证件、价格和名单；有冲突的不予受理。',
        'Vehicles, staff, documents, prices and the list are checked on submission; conflicts are refused.',
      ),
    },
    withdraw: {
      from: ['submitted'],
      to: 'draft',
      by: ['admin', 'member'],
      ownersAct: true,
      label: text('撤回', 'Withdraw'),
    },
    return: {
      from: ['submitted', 'confirmed'],
      to: 'returned',
      label: text('退回', 'Return'),
      tone: 'danger',
      emits: 'returned',
      input: { reason },
    },
    confirm: {
      from: ['submitted'],
      to: 'confirmed',
      label: text('确认用车', 'Confirm the coach'),
      emits: 'confirmed',
      effect: text('车企未在平台办理时由工作人员代为确认。', 'For coach operators that do not use the platform.'),
    },
    depart: {
      from: ['confirmed'],
      to: 'departed',
      by: ['admin', 'member'],
      label: text('出团', 'Depart'),
      tone: 'primary',
      stamps: ['departed_at'],
      emits: 'departed',
      when: [
        { if: [['start_at', '<', inDays(1)]], else: text('尚未到出发日期', 'The departure date has not come yet') },
      ],
    },
    finish: {
      from: ['departed'],
      to: 'finished',
      by: ['admin', 'member'],
      label: text('结束', 'Finish'),
      tone: 'primary',
      stamps: ['finished_at'],
      emits: 'finished',
      input: { finish_note: field.textarea(text('结束说明', 'Closing remarks'), { max: 500 }) },
    },
    archive: {
      from: ['finished'],
      to: 'archived',
      label: text('归档', 'Archive'),
      batch: true,
    },
    cancel: {
      from: ['submitted', 'returned', 'confirmed'],
      to: 'cancelled',
      by: ['admin', 'member'],
      label: text('取消团队', 'Cancel the team'),
      tone: 'danger',
      emits: 'cancelled',
      input: { reason },
      effect: text('车辆、导游和驾驶员随即可以另作安排。', 'The vehicle, guides and drivers become available at once.'),
    },
    flag: {
      from: ['confirmed', 'departed'],
      to: 'abnormal',
      label: text('标为异常', 'Flag as abnormal'),
      tone: 'danger',
      emits: 'flagged',
      input: { reason },
    },
    clear: {
      from: ['abnormal'],
      to: 'confirmed',
      orTo: ['departed'],
      label: text('解除异常', 'Clear flag'),
      input: { reason },
    },
    terminate: {
      from: ['confirmed', 'departed', 'abnormal'],
      to: 'terminated',
      label: text('终止', 'Terminate'),
      tone: 'danger',
      stamps: ['finished_at'],
      emits: 'terminated',
      input: {
        incident_no: field.identifier(text('事件编号', 'Incident number'), { required: true, max: 40 }),
        reason,
      },
    },
  },
});
