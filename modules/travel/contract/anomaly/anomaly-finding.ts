import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { anomalyCodes, ruleActions, severities } from './anomaly-codes-actions-and-severities.ts';

const note = field.textarea(text('核查说明', 'Findings of the review'), { required: true, min: 2, max: 500 });

/**
 * An anomaly that a rule found in a team. An officer confirms it or marks it a false alarm; the share confirmed in an
 * area is the precision of the rule there.
 */
export const finding = resource({
  name: 'travel/finding',
  label: text('行程异常', 'Findings'),
  icon: 'warning',
  title: 'summary',
  scope: 'parent',
  partOf: 'itinerary_id',
  actions: ['index', 'export'],
  empty: text('还没有发现异常', 'No findings yet'),
  facts: ['grave'],
  measures: {
    findings: {
      label: text('行程异常', 'Findings'),
      by: ['code', 'status', 'severity', 'area_code'],
    },
    judged: {
      label: text('已核查异常', 'Reviewed findings'),
      by: ['status', 'code', 'area_code'],
      where: [['status', 'IN', ['confirmed', 'false_alarm']]],
    },
  },
  fields: {
    itinerary_id: field.reference(text('团队行程', 'Itinerary'), { to: 'travel/itinerary', write: 'server' }),
    code: field.select(text('规则', 'Rule'), { options: anomalyCodes, write: 'server' }),
    severity: field.select(text('级别', 'Severity'), { options: severities, write: 'server' }),
    action: field.select(text('处置', 'Action'), { options: ruleActions, write: 'server', list: 'offered' }),
    summary: field.text(text('所见', 'Observed'), {
      max: 500,
      write: 'server',
      search: true,
      english: 'summary_en',
    }),
    article: field.text(text('依据', 'Basis'), {
      max: 200,
      write: 'server',
      list: 'offered',
      english: 'article_en',
    }),
    officer_note: field.textarea(text('核查说明', 'Findings of the review'), { write: 'server', list: 'offered' }),
    area_code: field.area(text('出发地', 'Departure place'), { write: 'server' }),
  },
  life: lifecycle({
    initial: 'open',
    states: {
      open: { ...text('待核查', 'Pending review'), tone: 'warning', editable: false },
      confirmed: { ...text('属实', 'Confirmed'), tone: 'bad', editable: false },
      false_alarm: { ...text('误报', 'False alarm'), tone: 'muted', editable: false },
      kept: { ...text('仅记录', 'Log only'), tone: 'muted', editable: false },
    },
    moves: {
      confirm: {
        from: ['open', 'kept', 'false_alarm'],
        to: 'confirmed',
        label: text('属实', 'Confirm'),
        tone: 'primary',
        batch: true,
        emits: 'confirmed',
        input: { officer_note: note },
      },
      keep: {
        from: ['open'],
        to: 'kept',
        label: text('仅留存', 'Keep on file'),
        batch: true,
      },
      dismiss: {
        from: ['open', 'kept', 'confirmed'],
        to: 'false_alarm',
        label: text('误报', 'False alarm'),
        batch: true,
        emits: 'dismissed',
        input: { officer_note: note },
      },
    },
  }),
});
export interface Finding extends Row<typeof finding> {}
