import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

const reply = field.textarea(text('核查答复', 'Findings'), { required: true, min: 5, max: 500 });

/**
 * An objection to a reward during its public notice (domain reference §2.P), filed on the public page or entered by an
 * officer from a letter. Nothing is paid while one is open.
 */
export const rewardObjection = resource({
  name: 'reward/objection',
  label: text('公示异议', 'Objections'),
  icon: 'message',
  title: 'name',
  scope: 'parent',
  partOf: 'application_id',
  actions: ['index', 'add', 'export', 'reveal'],
  empty: text('没有收到异议', 'No objections received'),
  measures: {
    objections: { label: text('公示异议', 'Objections'), by: ['status', 'source'], at: 'createtime' },
  },
  fields: {
    application_id: field.reference(text('奖励申报', 'Application'), {
      to: 'reward/application',
      required: true,
      among: [['status', 'IN', ['publicity', 'objection']]],
    }),
    name: field.personName(text('异议人', 'Objector'), { required: true }),
    mobile: field.mobile(text('联系手机', 'Mobile'), {
      required: true,
      privacy: 'masked',
      unique: ['application_id'],
      list: 'offered',
    }),
    reason: field.textarea(text('异议内容', 'Objection'), { required: true, min: 10, max: 1000 }),
    source: field.select(text('来源', 'Channel'), {
      write: 'server',
      options: { page: text('公示页面', 'Public page'), officer: text('来信来访', 'Letter or visit') },
    }),
    reply: field.textarea(text('核查答复', 'Findings'), { write: 'server', list: 'offered' }),
    area_code: field.area(text('地区', 'Area'), { through: 'application_id' }),
  },
  life: lifecycle({
    initial: 'open',
    states: {
      open: {
        ...text('待核查', 'Pending review'),
        awaited: text('核查', 'Review'),
        tone: 'warning',
        officeLevel: 2,
        editable: false,
      },
      upheld: { ...text('成立', 'Upheld'), tone: 'bad', final: true, editable: false },
      dismissed: { ...text('不成立', 'Dismissed'), tone: 'muted', final: true, editable: false },
    },
    moves: {
      uphold: {
        from: ['open'],
        to: 'upheld',
        label: text('异议成立', 'Uphold'),
        tone: 'danger',
        emits: 'upheld',
        input: { reply },
        effect: text(
          '申报转入异议处理，由审核人决定。',
          'The application is held as “Objection pending” until the reviewer decides.',
        ),
      },
      dismiss: {
        from: ['open'],
        to: 'dismissed',
        label: text('异议不成立', 'Dismiss'),
        tone: 'primary',
        emits: 'dismissed',
        input: { reply },
      },
    },
  }),
});
export interface RewardObjection extends Row<typeof rewardObjection> {}
