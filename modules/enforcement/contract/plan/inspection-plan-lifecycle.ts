import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { text } from '#kernel/text/text.ts';

const reason = field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 });
/** Whoever wrote a plan does not approve it. */
const byAnother = {
  else: text('计划的起草人不能批准该计划', 'Whoever drafted a plan cannot approve it'),
};

/**
 * From the draft to the end of an inspection plan (domain reference §2.I). A special check needs the approval of a
 * leader, who states why (国办发〔2024〕54号).
 */
export const inspectionPlanLifecycle = lifecycle({
  initial: 'draft',
  states: {
    draft: { ...text('起草中', 'Draft'), tone: 'muted' },
    approved: { ...text('已批准', 'Approved'), tone: 'progress', editable: false, deletable: false },
    filed: { ...text('已备案', 'Filed'), tone: 'progress', editable: false, deletable: false },
    published: { ...text('已公布', 'Published'), tone: 'good', editable: false, deletable: false },
    running: { ...text('实施中', 'In progress'), tone: 'good', editable: false, deletable: false },
    closed: { ...text('已结束', 'Closed'), tone: 'muted', editable: false, deletable: false, final: true },
  },
  moves: {
    approve: {
      from: ['draft'],
      to: 'approved',
      label: text('批准', 'Approve'),
      tone: 'primary',
      emits: 'approved',
      byAnother,
      when: [
        {
          if: [['kind', '<>', 'special']],
          else: text('专项检查须由负责人批准', 'A special check needs the approval of a leader'),
        },
      ],
      stamps: ['approved_by', 'approved_at'],
    },
    approveSpecial: {
      from: ['draft'],
      to: 'approved',
      label: text('批准专项检查', 'Approve special check'),
      tone: 'primary',
      emits: 'special_approved',
      byAnother,
      when: [
        {
          if: [['kind', '=', 'special']],
          else: text('不是专项检查', 'This is not a special check'),
          quiet: true,
        },
      ],
      stamps: ['approved_by', 'approved_at'],
      input: { reason: field.textarea(text('批准理由', 'Reason'), { required: true, min: 5, max: 500 }) },
    },
    return: {
      from: ['approved', 'filed'],
      to: 'draft',
      label: text('退回修改', 'Return'),
      tone: 'danger',
      emits: 'returned',
      input: { reason },
    },
    file: {
      from: ['approved'],
      to: 'filed',
      label: text('备案', 'File'),
      tone: 'primary',
      emits: 'filed',
      stamps: ['filed_on'],
      input: { filed_with: field.text(text('备案机关', 'Filed with'), { required: true, max: 100 }) },
    },
    publish: {
      from: ['filed'],
      to: 'published',
      label: text('公布', 'Publish'),
      tone: 'primary',
      emits: 'published',
      input: {
        published_url: field.url(text('公布网址', 'Published at'), { required: true }),
        published_on: field.date(text('公布日期', 'Published on'), { required: true }),
      },
      effect: text('公布后即可按计划抽取检查对象。', 'Enterprises can be drawn once the plan is published.'),
    },
    start: {
      from: ['published'],
      to: 'running',
      label: text('开始实施', 'Start'),
      emits: 'started',
    },
    close: {
      from: ['published', 'running'],
      to: 'closed',
      label: text('结束', 'Close'),
      emits: 'closed',
      input: { summary: field.textarea(text('完成情况', 'Outcome'), { required: true, min: 5, max: 1000 }) },
    },
  },
});
