import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

const answer = field.textarea(text('答复', 'Answer'), { required: true, min: 5, max: 1000 });

/** States of a check in which the enterprise can object to it. */
export const appealableStates = ['submitted', 'returned', 'reviewed', 'refused', 'closed'] as const;

/** An objection of the enterprise to a check, answered by the office within the time limit (domain reference §2.I). */
export const checkAppeal = resource({
  name: 'enforcement/checkAppeal',
  label: text('检查异议', 'Appeals against checks'),
  icon: 'message',
  title: 'reason',
  heading: ['check_id'],
  scope: 'parent',
  partOf: 'check_id',
  actions: ['index', 'add', 'export'],
  members: { owner: ['index', 'add'], operator: ['index', 'add'], viewer: ['index'] },
  stamps: ['filed_at'],
  empty: text('没有收到检查异议', 'No appeals received'),
  measures: {
    appeals: { label: text('检查异议', 'Appeals'), by: ['status'], at: 'filed_at' },
  },
  fields: {
    check_id: field.reference(text('检查任务', 'Check'), {
      to: 'enforcement/check',
      among: [['status', 'IN', [...appealableStates]]],
      required: true,
    }),
    reason: field.textarea(text('异议内容', 'Objection'), { required: true, min: 10, max: 2000 }),
    files: field.files(text('证明材料', 'Supporting files'), {
      accept: 'pdf,jpg,jpeg,png,docx',
      private: true,
      max: 9,
      list: 'offered',
    }),
    filed_at: field.datetime(text('提出时间', 'Filed at'), { write: 'server' }),
    answer: field.textarea(text('答复', 'Answer'), { write: 'server', max: 1000, list: 'offered' }),
    area_code: field.area(text('地区', 'Area'), { through: 'check_id' }),
  },
  life: lifecycle({
    initial: 'filed',
    states: {
      filed: { ...text('待答复', 'To be answered'), awaited: text('答复', 'Answer'), tone: 'warning', editable: false },
      upheld: { ...text('异议成立', 'Upheld'), tone: 'good', editable: false, final: true },
      dismissed: { ...text('异议不成立', 'Dismissed'), tone: 'muted', editable: false, final: true },
    },
    clocks: {
      answer: { ...text('检查异议答复', 'Answer to an appeal'), rule: 'check_appeal', in: ['filed'], served: true },
    },
    moves: {
      uphold: {
        from: ['filed'],
        to: 'upheld',
        label: text('异议成立', 'Uphold'),
        tone: 'primary',
        emits: 'upheld',
        input: { answer },
      },
      dismiss: {
        from: ['filed'],
        to: 'dismissed',
        label: text('异议不成立', 'Dismiss'),
        tone: 'danger',
        emits: 'dismissed',
        input: { answer },
      },
    },
  }),
});
export interface CheckAppeal extends Row<typeof checkAppeal> {}
