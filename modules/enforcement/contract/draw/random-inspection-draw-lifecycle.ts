import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { text } from '#kernel/text/text.ts';
import { witnessCodeHandoverWays } from './draw-witness-fields.ts';

const closed = { editable: false, deletable: false } as const;

/** States of a draw, of whatever is drawn. A void draw stays visible. */
export const drawStates = {
  draft: { ...text('准备中', 'In preparation'), tone: 'muted' },
  prepared: { ...text('名单已冻结', 'Lists frozen'), tone: 'progress', ...closed },
  committed: { ...text('已公布承诺', 'Commitment published'), tone: 'progress', ...closed },
  drawn: { ...text('已抽取', 'Drawn'), tone: 'good', ...closed },
  published: { ...text('已公布', 'Published'), tone: 'good', ...closed },
  void: { ...text('已作废', 'Void'), tone: 'bad', ...closed, final: true },
} as const;

/**
 * Moves of a draw (domain reference §2.I): the lists are frozen, the commitment is published, the seeds are opened and the
 * draw is made, and its record is published.
 */
export const drawMoves = {
  prepare: {
    from: ['draft'],
    to: 'prepared',
    label: text('冻结名单', 'Freeze lists'),
    tone: 'primary',
    emits: 'prepared',
    stamps: ['frozen_at'],
    effect: text(
      '冻结此刻的企业名单与执法人员名单；此后的变动不影响本次抽取。',
      'Freezes the lists of enterprises and officers as they are now; later changes do not affect this draw.',
    ),
  },
  reopen: {
    from: ['prepared'],
    to: 'draft',
    label: text('解除冻结', 'Unfreeze'),
    emits: 'reopened',
    effect: text('尚未公布承诺，可以修改后重新冻结。', 'No commitment is published yet: change it and freeze again.'),
  },
  commit: {
    from: ['prepared'],
    to: 'committed',
    label: text('公布承诺', 'Publish commitment'),
    tone: 'primary',
    emits: 'committed',
    stamps: ['committed_at'],
    effect: text(
      '编号并公布名单的根、种子的哈希和抽取时间；此后不能修改，只能作废。',
      'Assigns the number and publishes the roots of the lists, the hash of the seed and the time of the draw. From then on it can only be voided.',
    ),
  },
  issueCode: {
    from: ['committed'],
    by: [],
    label: text('发放见证码', 'Issue witness code'),
    emits: 'code_issued',
    input: {
      witness: field.text(text('见证人', 'Witness'), { required: true, max: 60 }),
      way: field.select(text('交付方式', 'Handed over'), { required: true, options: witnessCodeHandoverWays }),
    },
  },
  enterSeed: {
    from: ['committed'],
    by: [],
    label: text('输入种子', 'Enter seed'),
    emits: 'seed_entered',
    input: { witness: field.text(text('见证人', 'Witness'), { required: true, max: 60 }) },
  },
  open: {
    from: ['committed'],
    to: 'drawn',
    label: text('开封并抽取', 'Open seeds and draw'),
    tone: 'primary',
    emits: 'drawn',
    stamps: ['drawn_at', 'drawn_by'],
    input: {
      beacon: field.text(text('公开随机数', 'Public random number'), {
        max: 200,
        hint: text('承诺中约定了来源的，填其公布的数', 'If the commitment names a source: the number it published'),
      }),
    },
  },
  publish: {
    from: ['drawn'],
    to: 'published',
    label: text('公布记录', 'Publish record'),
    tone: 'primary',
    emits: 'published',
    stamps: ['published_at'],
    effect: text(
      '名单、种子和结果向社会公开，任何人都可以重新计算。',
      'Lists, seeds and result become public, and anybody can compute the draw again.',
    ),
  },
  void: {
    from: ['committed', 'drawn', 'published'],
    to: 'void',
    label: text('作废', 'Void'),
    tone: 'danger',
    emits: 'voided',
    stamps: ['voided_at'],
    steps: [
      { name: 'request', label: text('申请作废', 'Request to void') },
      { name: 'approve', label: text('批准作废', 'Approve voiding') },
    ],
    input: { void_reason: field.textarea(text('作废理由', 'Reason'), { required: true, min: 5, max: 500 }) },
    effect: text(
      '作废的抽取连同理由继续公开；重新抽取须另行公布承诺。',
      'A void draw stays public with its reason; another draw needs a commitment of its own.',
    ),
  },
} as const;

/** Life of a draw of enterprises with their officers. */
export const drawLifecycle = lifecycle({
  initial: 'draft',
  states: drawStates,
  moves: {
    ...drawMoves,
    commit: { ...drawMoves.commit, locks: 'plan_id' },
    void: {
      ...drawMoves.void,
      effect: text(
        '作废的抽取连同理由继续公开；据以起草而尚未入企的检查一并取消；重新抽取须另行公布承诺。',
        'A void draw stays public with its reason; its checks that nobody has begun are cancelled; another draw needs a commitment of its own.',
      ),
    },
  },
});
