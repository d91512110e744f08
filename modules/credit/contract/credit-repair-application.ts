import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

const papers = 'pdf,ofd,jpg,jpeg,png,webp';
const closed = { editable: false, deletable: false } as const;
const opinion = field.textarea(text('审查意见', 'Findings'), { required: true, min: 10, max: 1000 });
const mine = ['index', 'add', 'export', 'withdraw'] as const;

/**
 * An application to be taken off a list before its period ends (信用修复, domain reference §2.N `crd_repair`). Not
 * accepted for serious dishonesty, nor from an enterprise whose earlier promise was false.
 */
export const creditRepair = resource({
  name: 'credit/repair',
  label: text('信用修复', 'Credit repairs'),
  icon: 'file-protect',
  title: 'no',
  heading: ['listing_id'],
  scope: 'parent',
  partOf: 'listing_id',
  actions: ['index', 'add', 'export'],
  order: ['id', 'desc'],
  codes: { no: '' },
  members: { owner: mine, operator: mine, viewer: ['index'] },
  chained: ['add', 'grant', 'refuse', 'withdraw', 'markFalse'],
  empty: text('还没有信用修复申请', 'No applications for repair yet'),
  sections: {
    application: text('申请', 'Application'),
    decision: text('决定', 'Decision'),
  },
  measures: {
    repairs: { label: text('信用修复申请', 'Credit repairs'), by: ['status'], at: 'decided_on' },
  },
  fields: {
    no: field.identifier(text('申请编号', 'Application number'), {
      number: 'XF{yyyy}{seq:5}',
      search: true,
      unique: true,
      section: 'application',
    }),
    listing_id: field.reference(text('名单', 'Listing'), {
      to: 'credit/listing',
      required: true,
      write: 'add',
      among: [
        ['list', '=', 'minor'],
        ['status', '=', 'published'],
      ],
      section: 'application',
    }),
    statement: field.textarea(text('纠正失信行为的情况', 'What was corrected'), {
      required: true,
      min: 20,
      max: 2000,
      section: 'application',
      list: 'offered',
    }),
    commitment: field.file(text('信用承诺书', 'Letter of commitment'), {
      accept: papers,
      private: true,
      required: true,
      section: 'application',
      list: 'never',
    }),
    evidence: field.files(text('纠正证明材料', 'Evidence of the correction'), {
      accept: papers,
      max: 9,
      private: true,
      required: true,
      section: 'application',
      list: 'never',
    }),
    training: field.textarea(text('信用培训记录', 'Record of training'), {
      required: true,
      min: 5,
      max: 500,
      section: 'application',
      list: 'offered',
      hint: text('培训时间、内容和学时', 'When, about what, and how many hours'),
    }),
    opinion: field.textarea(text('审查意见', 'Findings'), { write: 'server', section: 'decision', list: 'offered' }),
    decided_by: field.reference(text('审查人', 'Decided by'), {
      write: 'server',
      to: 'auth/admin',
      reach: 'all',
      related: false,
      reads: 'grant',
      section: 'decision',
      list: 'offered',
    }),
    decided_on: field.date(text('决定日期', 'Decided on'), { write: 'server', section: 'decision' }),
    decision_no: field.identifier(text('决定书文号', 'Number of the decision'), {
      write: 'server',
      section: 'decision',
    }),
    area_code: field.area(text('地区', 'Area'), { through: 'listing_id' }),
  },
  life: lifecycle({
    initial: 'submitted',
    states: {
      submitted: {
        ...text('待审查', 'To be decided'),
        awaited: text('审查', 'Decision'),
        tone: 'warning',
        ...closed,
        officeLevel: 3,
      },
      granted: { ...text('准予修复', 'Granted'), tone: 'good', ...closed },
      refused: { ...text('不予修复', 'Refused'), tone: 'bad', ...closed, final: true },
      withdrawn: { ...text('已撤回', 'Withdrawn'), tone: 'muted', ...closed, final: true },
      // the listing ended or was removed meanwhile
      ended: { ...text('已终止', 'Ended'), tone: 'muted', ...closed, final: true },
      false_promise: { ...text('承诺不实', 'False promise'), tone: 'bad', ...closed, final: true },
    },
    clocks: {
      decision: {
        ...text('信用修复审查期限', 'Decision on the repair'),
        rule: 'credit_repair',
        in: ['submitted'],
        served: true,
      },
    },
    moves: {
      grant: {
        from: ['submitted'],
        to: 'granted',
        label: text('准予修复', 'Grant'),
        tone: 'primary',
        locks: 'id',
        emits: 'granted',
        stamps: ['decided_by', 'decided_on'],
        byAnother: { else: text('登记人不能审查', 'Whoever entered the application cannot decide it') },
        input: { opinion },
        effect: text('制发决定书，移出名单。', 'The decision is issued and the enterprise is taken off the list.'),
      },
      refuse: {
        from: ['submitted'],
        to: 'refused',
        label: text('不予修复', 'Refuse'),
        tone: 'danger',
        locks: 'id',
        emits: 'refused',
        stamps: ['decided_by', 'decided_on'],
        byAnother: { else: text('登记人不能审查', 'Whoever entered the application cannot decide it') },
        input: { opinion },
        effect: text('制发决定书，名单继续公布。', 'The decision is issued and the listing stays published.'),
      },
      withdraw: {
        from: ['submitted'],
        to: 'withdrawn',
        by: ['member'],
        label: text('撤回', 'Withdraw'),
        emits: 'withdrawn',
      },
      end: { from: ['submitted'], to: 'ended', by: [], label: text('终止审查', 'End the review'), emits: 'ended' },
      markFalse: {
        from: ['granted'],
        to: 'false_promise',
        label: text('认定承诺不实', 'Find the promise false'),
        tone: 'danger',
        emits: 'found_false',
        input: { opinion },
        effect: text(
          '列入期限未满的，恢复列入；以后的修复申请不再受理。',
          'If its period has not ended, the enterprise is listed again. Later applications are not accepted.',
        ),
      },
    },
  }),
});
export interface CreditRepair extends Row<typeof creditRepair> {}
