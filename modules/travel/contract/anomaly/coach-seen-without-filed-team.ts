import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { severities } from './anomaly-codes-actions-and-severities.ts';

const note = field.textarea(text('核查说明', 'Findings of the review'), { required: true, min: 2, max: 500 });
const server = { write: 'server' } as const;

/**
 * A tour coach that cameras read on a day without a team on file for it (I14). It belongs to no team: officers see it
 * where it was read, and judge it like any other finding.
 */
export const unfiledCoach = resource({
  name: 'travel/unfiledCoach',
  label: text('疑似无团车辆', 'Suspected coaches without a team'),
  icon: 'car',
  title: 'plate',
  scope: 'area',
  actions: ['index', 'export'],
  order: ['last_at', 'desc'],
  remark: text(
    '抓拍到的旅游客车，前后均无团队备案（I14）。每天夜间对照前两天的抓拍。',
    'Tour coaches captured by cameras without a team on file (I14). The last two days’ captures are checked every night.',
  ),
  empty: text('还没有发现无团车辆', 'No coaches without a team found yet'),
  measures: {
    coaches: {
      label: text('疑似无团车辆', 'Suspected coaches without a team'),
      by: ['status', 'area_code'],
      at: 'on_date',
    },
  },
  fields: {
    plate: field.plate(text('车牌号', 'Plate'), { ...server, search: true }),
    vehicle_id: field.reference(text('在册车辆', 'Registered vehicle'), {
      ...server,
      to: 'crew/vehicle',
      reach: 'all',
    }),
    hired_by: field.text(text('当日用车单位', 'Hired that day by'), {
      ...server,
      max: 200,
      hint: text(
        '有用车订单而没有团队备案的，向其核查',
        'There is a hire order but no filed team: check with this firm',
      ),
    }),
    on_date: field.date(text('日期', 'Day'), server),
    spot: field.text(text('首次出现', 'Location first seen'), { ...server, max: 160, search: true }),
    first_at: field.datetime(text('首次抓拍', 'First capture'), { ...server, list: 'offered' }),
    last_at: field.datetime(text('末次抓拍', 'Last capture'), server),
    times: field.integer(text('抓拍次数', 'Captures'), { ...server, quantity: true }),
    severity: field.select(text('级别', 'Severity'), { ...server, options: severities, list: 'offered' }),
    summary: field.text(text('所见', 'Observed'), {
      ...server,
      max: 500,
      list: 'offered',
      english: 'summary_en',
    }),
    article: field.text(text('依据', 'Basis'), {
      ...server,
      max: 200,
      list: 'offered',
      english: 'article_en',
    }),
    officer_note: field.textarea(text('核查说明', 'Findings of the review'), { ...server, list: 'offered' }),
    area_code: field.area(text('出现地', 'Area seen'), server),
  },
  life: lifecycle({
    initial: 'open',
    states: {
      open: { ...text('待核查', 'Pending review'), tone: 'warning', editable: false, officeLevel: 3 },
      confirmed: { ...text('属实', 'Confirmed'), tone: 'bad', editable: false },
      false_alarm: { ...text('误报', 'False alarm'), tone: 'muted', editable: false },
    },
    moves: {
      confirm: {
        from: ['open', 'false_alarm'],
        to: 'confirmed',
        label: text('属实', 'Confirm'),
        tone: 'primary',
        batch: true,
        emits: 'confirmed',
        input: { officer_note: note },
      },
      dismiss: {
        from: ['open', 'confirmed'],
        to: 'false_alarm',
        label: text('误报', 'False alarm'),
        batch: true,
        emits: 'dismissed',
        input: { officer_note: note },
      },
    },
  }),
});
export interface UnfiledCoachRow extends Row<typeof unfiledCoach> {}
