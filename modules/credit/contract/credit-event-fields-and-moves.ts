import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';

const server = { write: 'server' } as const;
const closed = { editable: false, deletable: false } as const;
const decision = field.textarea(text('处理意见', 'Findings'), { required: true, min: 5, max: 500 });

/** What happened, of an event of whomever: its title, what was decided, by which document, on which day. */
export const creditFactFields = {
  title: field.text(text('事项', 'Event'), { ...server, search: true, section: 'event', english: 'title_en' }),
  facts: field.text(text('处罚、认定或表彰的内容', 'What was decided'), {
    min: 2,
    max: 200,
    section: 'event',
    list: 'never',
    requiredWhen: { adding: true, actor: 'admin' },
  }),
  document_no: field.identifier(text('文书号', 'Document number'), {
    max: 60,
    search: true,
    section: 'event',
    requiredWhen: { adding: true, actor: 'admin' },
  }),
  happened_on: field.date(text('发生日期', 'Date'), { required: true, section: 'event' }),
};

/** What the event counts, and the objection to it. */
export const creditPointAndObjectionFields = {
  basis: field.text(text('计分依据', 'Basis of the points'), {
    ...server,
    english: 'basis_en',
    max: 300,
    section: 'points',
    list: 'offered',
  }),
  share: field.integer(text('责任比例', 'Share of responsibility'), {
    ...server,
    min: 1,
    max: 100,
    unit: '%',
    section: 'points',
    list: 'offered',
  }),
  points: field.integer(text('分值', 'Points'), { ...server, section: 'points' }),
  expires_on: field.date(text('计分截止', 'Counts until'), { ...server, section: 'points' }),
  objection: field.textarea(text('异议理由', 'Objection'), { ...server, section: 'objection', list: 'offered' }),
  objection_files: field.files(text('异议材料', 'Papers of the objection'), {
    ...server,
    private: true,
    section: 'objection',
    list: 'never',
  }),
  decision: field.textarea(text('处理意见', 'Findings'), { ...server, section: 'objection', list: 'offered' }),
};

/** From the day an event counts to the end of its term, or of the objection to it. */
export const creditEventStates = {
  counted: { ...text('计入信用', 'Counted'), tone: 'neutral', ...closed },
  objected: {
    ...text('异议处理中', 'Objection pending'),
    awaited: text('核查异议', 'Review of the objection'),
    tone: 'warning',
    ...closed,
    officeLevel: 3,
  },
  withdrawn: { ...text('已撤销', 'Withdrawn'), tone: 'muted', ...closed, final: true },
  expired: { ...text('已过计分期', 'No longer counted'), tone: 'muted', ...closed, final: true },
} as const;

export const creditEventClocks = {
  objection: {
    ...text('异议处理期限', 'Decision on the objection'),
    rule: 'credit_objection',
    in: ['objected'],
    served: true,
  },
} as const;

/** The move by which an objection is raised; who raises it, and how it is called, depends on whom the event is about. */
export const objectToCreditEvent = {
  from: ['counted'],
  to: 'objected',
  emits: 'objected',
  when: [
    {
      if: [['objection', 'NULL']],
      else: text('对同一事项只能提出一次异议', 'An event can be objected to once only'),
      quiet: true,
    },
  ],
  input: {
    objection: field.textarea(text('异议理由', 'Objection'), { required: true, min: 10, max: 1000 }),
    objection_files: field.files(text('证明材料', 'Papers'), { max: 9, private: true }),
  },
  effect: text(
    '处理期间该事项仍计入信用，并标明有异议。',
    'Meanwhile the event still counts, and is shown as objected to.',
  ),
} as const;

/** The decisions on an objection, and the withdrawal of an event. */
export const creditEventDecisions = {
  uphold: {
    from: ['objected'],
    to: 'withdrawn',
    label: text('异议成立', 'Uphold the objection'),
    tone: 'primary',
    emits: 'withdrawn',
    input: { decision },
    effect: text('该事项不再计入信用，评分随即更新。', 'The event no longer counts, and the score follows at once.'),
  },
  dismiss: {
    from: ['objected'],
    to: 'counted',
    label: text('异议不成立', 'Dismiss the objection'),
    tone: 'danger',
    emits: 'dismissed',
    input: { decision },
  },
  withdraw: {
    from: ['counted', 'objected'],
    to: 'withdrawn',
    label: text('撤销', 'Withdraw'),
    tone: 'danger',
    emits: 'withdrawn',
    input: { decision },
  },
} as const;

/** The end of the term in which an event counts. */
export const expireCreditEvent = {
  from: ['counted'],
  to: 'expired',
  by: [],
  label: text('计分期满', 'No longer counted'),
  emits: 'expired',
} as const;
