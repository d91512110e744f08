import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

const byAnother = {
  else: text('须由提出理由以外的人员决定', 'Someone other than the person who gave the reason must decide'),
};

/**
 * Why an officer whose last visits of an enterprise found nothing should visit it again (domain reference §2.I). A check with
 * such an officer is approved once the reason is.
 */
export const officerRevisitReason = resource({
  name: 'enforcement/visitReason',
  label: text('再次检查的理由', 'Reasons for another visit'),
  icon: 'comment',
  title: 'reason',
  heading: ['officer_id', 'check_id'],
  scope: 'parent',
  partOf: 'check_id',
  chained: ['approve', 'refuse'],
  empty: text('没有连续未发现问题而再次检查的情形', 'No officer needed a reason for another visit'),
  fields: {
    check_id: field.reference(text('检查任务', 'Check'), {
      to: 'enforcement/check',
      required: true,
      write: 'add',
      among: [['status', 'IN', ['draft', 'pending_approval']]],
    }),
    officer_id: field.reference(text('执法人员', 'Officer'), {
      to: 'library/officer',
      reach: 'all',
      required: true,
      write: 'add',
      related: false,
      unique: ['check_id'],
    }),
    reason: field.textarea(text('再次检查的理由', 'Reason for another visit'), {
      required: true,
      min: 5,
      max: 500,
      search: true,
    }),
    decided_by: field.reference(text('决定人', 'Decided by'), {
      to: 'auth/admin',
      reach: 'all',
      related: false,
      write: 'server',
    }),
    decided_at: field.datetime(text('决定时间', 'Decided at'), { write: 'server' }),
    area_code: field.area(text('地区', 'Area'), { through: 'check_id' }),
  },
  life: lifecycle({
    initial: 'stated',
    states: {
      stated: { ...text('待决定', 'Awaiting decision'), awaited: text('决定', 'Decision'), tone: 'progress' },
      approved: { ...text('已同意', 'Approved'), tone: 'good', editable: false, deletable: false, final: true },
      refused: { ...text('不同意', 'Refused'), tone: 'bad', editable: false, deletable: false, final: true },
    },
    moves: {
      approve: {
        from: ['stated'],
        to: 'approved',
        label: text('同意', 'Approve'),
        tone: 'primary',
        byAnother,
        emits: 'approved',
        stamps: ['decided_by', 'decided_at'],
      },
      refuse: {
        from: ['stated'],
        to: 'refused',
        label: text('不同意', 'Refuse'),
        tone: 'danger',
        byAnother,
        emits: 'refused',
        stamps: ['decided_by', 'decided_at'],
        input: {
          refusal: field.textarea(text('不同意的理由', 'Reason for refusing'), { required: true, min: 5, max: 500 }),
        },
      },
    },
  }),
});
export interface RepeatVisitReason extends Row<typeof officerRevisitReason> {}
