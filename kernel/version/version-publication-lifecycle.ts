import type { RowCondition } from '../declaration/row-condition-and-move-guard.ts';
import { field } from '../field/field.ts';
import { lifecycle } from '../lifecycle/lifecycle.ts';
import { text } from '../text/text.ts';

/** Also asked for at the review: what was reviewed cannot be edited any more, and would only be refused when published. */
const isDated = {
  if: [['effective_from', 'NOT NULL']],
  else: text('尚未填写施行日期', 'The date from which it is in force is missing'),
} as const;

const reason = field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 });

/**
 * Whether a version is in force today. It follows from state and dates, so that the database computes it whenever it is
 * read (`select add_library(…)`).
 */
export const versionValidities = {
  unpublished: { ...text('未发布', 'Not published'), tone: 'muted' },
  upcoming: { ...text('未生效', 'Not yet in force'), tone: 'progress' },
  effective: { ...text('有效', 'In force'), tone: 'good' },
  amended: { ...text('已修改', 'Amended'), tone: 'warning' },
  repealed: { ...text('已废止', 'Repealed'), tone: 'muted' },
} as const;

/**
 * Conditions of a published version that none has replaced and that has not ended (for `published`: what a newer version
 * takes back does not stay open to everybody).
 */
export const currentVersionConditions: readonly RowCondition[] = [
  ['status', '=', 'published'],
  ['standing', 'IN', ['upcoming', 'effective']],
];

/**
 * The life cycle of versions: drafted, reviewed by another officer, published, and in the end retired. A published
 * version never changes; a new version takes its place.
 */
export const versionPublicationLifecycle = lifecycle({
  initial: 'draft',
  states: {
    draft: { ...text('草稿', 'Draft'), tone: 'muted', awaited: text('审核', 'Review') },
    reviewed: { ...text('已审核', 'Reviewed'), tone: 'progress', editable: false, deletable: false },
    published: { ...text('已发布', 'Published'), tone: 'good', editable: false, deletable: false },
    retired: { ...text('已停用', 'Retired'), tone: 'muted', editable: false, deletable: false, final: true },
  },
  moves: {
    review: {
      from: ['draft'],
      to: 'reviewed',
      label: text('审核通过', 'Approve'),
      tone: 'primary',
      batch: true,
      when: [isDated],
      byAnother: {
        else: text('须由编辑人以外的人员审核', 'It must be reviewed by someone other than its editors'),
      },
      emits: 'reviewed',
    },
    reopen: {
      from: ['reviewed'],
      to: 'draft',
      label: text('退回修改', 'Return for editing'),
      emits: 'reopened',
      input: { reason },
    },
    publish: {
      from: ['reviewed'],
      to: 'published',
      label: text('发布', 'Publish'),
      tone: 'primary',
      batch: true,
      when: [isDated],
      locks: 'previous_id',
      effect: text(
        '发布后不能修改，只能编制新版本；上一版本于施行日前一日失效。',
        'Once published it cannot be edited, only replaced by a new version. The previous version ends the day before this one begins.',
      ),
      emits: 'published',
    },
    revise: {
      from: ['published'],
      label: text('编制新版本', 'Prepare new version'),
      when: [
        {
          if: [['next_id', 'NULL']],
          else: text('新版本已在编制', 'A newer version is being prepared'),
        },
      ],
      effect: text(
        '复制为下一版本的草稿；新版本发布之前，本版本不变。',
        'Copies it into a draft of the next version. Until that is published, this version stays unchanged.',
      ),
      emits: 'revised',
    },
    replace: {
      from: ['published'],
      by: [],
      label: text('由新版本接续', 'Replaced by new version'),
      emits: 'replaced',
    },
    retire: {
      from: ['published'],
      to: 'retired',
      label: text('停用', 'Retire'),
      tone: 'danger',
      effect: text(
        '最后有效日之后不再适用；已引用的记录仍可查看。',
        'It no longer applies after the last day in force. Records that cite it can still show it.',
      ),
      emits: 'retired',
      input: {
        effective_to: field.date(text('最后有效日', 'Last day in force'), { required: true }),
        reason,
      },
    },
  },
});
