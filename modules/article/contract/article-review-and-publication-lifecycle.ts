import type { Guard } from '#kernel/declaration/row-condition-and-move-guard.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { text } from '#kernel/text/text.ts';

const closed = { editable: false, deletable: false } as const;
const reason = field.textarea(text('理由', 'Reason'), { required: true, min: 2, max: 500 });

const harmless = field.switch(text('文中号码可以公开', 'The numbers in it may be published'));

const alone: Guard = {
  if: [['next_id', 'NULL']],
  else: text('新版本已在编制', 'A newer version is being prepared'),
};

/**
 * From draft through review by another officer to publication (domain reference §2.Q). A published article is changed only by a new version, which replaces it when it is published.
 */
export const articleLifecycle = lifecycle({
  initial: 'draft',
  states: {
    draft: { ...text('草稿', 'Draft'), tone: 'muted' },
    submitted: { ...text('待审核', 'Submitted'), awaited: text('审核', 'Review'), tone: 'progress', ...closed },
    approved: { ...text('待发布', 'Approved'), tone: 'warning', ...closed },
    published: { ...text('已发布', 'Published'), tone: 'good', ...closed },
    offline: { ...text('已下线', 'Offline'), tone: 'muted', ...closed },
    superseded: { ...text('已被新版本取代', 'Superseded'), tone: 'muted', ...closed, final: true },
  },
  moves: {
    submit: {
      from: ['draft'],
      to: 'submitted',
      label: text('送审', 'Submit for review'),
      tone: 'primary',
      screens: true,
      stamps: ['submitted_by'],
      emits: 'submitted',
      input: { harmless },
      effect: text(
        '检查禁用词、身份证号、手机号和银行卡号后交他人审核。',
        'Checked for banned words, identity numbers, mobiles and bank cards, and then reviewed by somebody else.',
      ),
    },
    review: {
      from: ['submitted'],
      to: 'approved',
      label: text('审核通过', 'Approve'),
      tone: 'primary',
      batch: true,
      screens: true,
      stamps: ['reviewed_by'],
      byAnother: {
        else: text('须由编辑人以外的人员审核', 'It must be reviewed by someone other than its editors'),
      },
      emits: 'approved',
    },
    return: {
      from: ['submitted', 'approved'],
      to: 'draft',
      label: text('退回修改', 'Return for editing'),
      emits: 'returned',
      input: { reason },
    },
    publish: {
      from: ['approved', 'offline'],
      to: 'published',
      label: text('发布', 'Publish'),
      tone: 'primary',
      batch: true,
      screens: true,
      stamps: ['published_at'],
      emits: 'published',
      input: { harmless },
      effect: text(
        '立即对读者可见；若为新版本，原版本同时被取代。',
        'Readers see it at once. A new version replaces the previous one.',
      ),
    },
    publishOnTime: {
      from: ['approved'],
      to: 'published',
      by: [],
      label: text('定时发布', 'Publish on time'),
      stamps: ['published_at'],
      emits: 'published',
      input: { harmless },
    },
    offline: {
      from: ['published'],
      to: 'offline',
      label: text('下线', 'Take offline'),
      tone: 'danger',
      emits: 'offline',
      input: { reason },
    },
    expire: {
      from: ['published'],
      to: 'offline',
      by: [],
      label: text('到期下线', 'Expire'),
      emits: 'offline',
    },
    revise: {
      from: ['published', 'offline'],
      label: text('编制新版本', 'Prepare new version'),
      when: [alone],
      emits: 'revised',
      effect: text(
        '复制为下一版本的草稿；新版本发布之前，本版本不变。',
        'Copies it into a draft of the next version. Until that is published, this version stays unchanged.',
      ),
    },
    replace: {
      from: ['approved', 'published', 'offline'],
      to: 'superseded',
      by: [],
      label: text('由新版本取代', 'Replaced by new version'),
      emits: 'superseded',
    },
  },
});
