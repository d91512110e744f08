import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import {
  creditEventClocks,
  creditEventDecisions,
  creditEventStates,
  creditFactFields,
  creditPointAndObjectionFields,
  expireCreditEvent,
  objectToCreditEvent,
} from './credit-event-fields-and-moves.ts';
import { creditEventKinds } from './credit-event-kinds-lists-and-grounds.ts';

const server = { write: 'server' } as const;
const mine = ['index', 'export', 'object'] as const;

/**
 * A fact that counts for the credit of an enterprise (domain reference §2.N `crd_event`), with its basis, its points by
 * the formula in force, and the day from which it no longer counts. The enterprise may object to it.
 */
export const creditEvent = resource({
  name: 'credit/event',
  label: text('信用事项', 'Credit events'),
  icon: 'tags',
  title: 'title',
  heading: ['kind', 'enterprise_id'],
  scope: 'parent',
  partOf: 'enterprise_id',
  actions: ['index', 'add', 'export'],
  order: ['happened_on', 'desc'],
  members: { owner: mine, operator: mine, viewer: ['index'] },
  chained: ['object', 'uphold', 'dismiss', 'withdraw'],
  empty: text('还没有信用事项', 'No credit events yet'),
  remark: text(
    '检查、整改、投诉、保险、奖励中的信用事项自动归集；处罚、表彰等凭文书号登记。',
    'Events from checks, corrections, complaints, insurance and rewards are collected automatically; penalties and commendations are entered by document number.',
  ),
  sections: {
    event: text('信用事项', 'Event'),
    points: text('计分', 'Points'),
    objection: text('异议', 'Objection'),
  },
  measures: {
    events: { label: text('信用事项', 'Credit events'), by: ['kind', 'status'], at: 'happened_on' },
  },
  fields: {
    enterprise_id: field.reference(text('企业', 'Enterprise'), {
      to: 'enterprise/enterprise',
      required: true,
      write: 'add',
      section: 'event',
    }),
    kind: field.select(text('类别', 'Kind'), {
      options: creditEventKinds,
      required: true,
      section: 'event',
      hint: text(
        '只能登记处罚、失信认定、表彰和承诺',
        'Only penalties, findings, commendations and commitments are entered',
      ),
    }),
    ...creditFactFields,
    source: field.oneOf(text('来源', 'Source'), {
      ...server,
      to: {
        'complaint/complaint': text('投诉', 'Complaint'),
        'complaint/depositTransfer': text('保证金划拨', 'Payment out of the deposit'),
        'reform/order': text('责令改正', 'Correction order'),
        'enforcement/check': text('检查', 'Check'),
        'insurance/coverage': text('责任险投保情况', 'Liability insurance'),
        'reward/application': text('奖励申报', 'Reward application'),
        'enterprise/enterprise': text('企业', 'Enterprise'),
      },
      section: 'event',
      list: 'offered',
    }),
    ...creditPointAndObjectionFields,
    area_code: field.area(text('地区', 'Area'), { through: 'enterprise_id' }),
  },
  life: lifecycle({
    initial: 'counted',
    states: creditEventStates,
    clocks: creditEventClocks,
    moves: {
      object: {
        ...objectToCreditEvent,
        by: ['member'],
        label: text('提出异议', 'Object'),
      },
      ...creditEventDecisions,
      // the fact behind it was undone
      annul: {
        from: ['counted', 'objected'],
        to: 'withdrawn',
        by: [],
        label: text('随来源撤销', 'Undone with its source'),
        emits: 'withdrawn',
      },
      expire: expireCreditEvent,
    },
  }),
});
export interface CreditEvent extends Row<typeof creditEvent> {}
