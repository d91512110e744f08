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
import { guideCreditEventKinds } from './credit-event-kinds-lists-and-grounds.ts';

const server = { write: 'server' } as const;

/**
 * A fact that counts for the credit of a guide (domain reference §2.N `crd_event`), as those of enterprises do. Guides read it
 * and object to it on a screen of their own; an officer enters an objection that was brought on paper.
 */
export const guideCreditEvent = resource({
  name: 'credit/guideEvent',
  label: text('导游信用事项', 'Credit events of guides'),
  icon: 'tags',
  title: 'title',
  heading: ['kind', 'guide_id'],
  scope: 'parent',
  partOf: 'guide_id',
  actions: ['index', 'add', 'export'],
  order: ['happened_on', 'desc'],
  chained: ['object', 'uphold', 'dismiss', 'withdraw'],
  empty: text('还没有导游信用事项', 'No credit events of guides yet'),
  remark: text(
    '暂扣、吊销导游证自动归集；其他处罚、失信认定、表彰和承诺凭文书号登记。',
    'Suspended and revoked guide cards are collected automatically; other penalties, findings, commendations and commitments are entered by document number.',
  ),
  sections: {
    event: text('信用事项', 'Event'),
    points: text('计分', 'Points'),
    objection: text('异议', 'Objection'),
  },
  measures: {
    guide_events: { label: text('导游信用事项', 'Credit events of guides'), by: ['kind', 'status'], at: 'happened_on' },
  },
  fields: {
    guide_id: field.reference(text('导游', 'Guide'), {
      to: 'crew/guide',
      required: true,
      write: 'add',
      section: 'event',
    }),
    kind: field.select(text('类别', 'Kind'), { options: guideCreditEventKinds, required: true, section: 'event' }),
    ...creditFactFields,
    source: field.oneOf(text('来源', 'Source'), {
      ...server,
      to: { 'crew/guide': text('导游', 'Guide') },
      section: 'event',
      list: 'offered',
    }),
    ...creditPointAndObjectionFields,
    area_code: field.area(text('地区', 'Area'), { through: 'guide_id' }),
  },
  life: lifecycle({
    initial: 'counted',
    states: creditEventStates,
    clocks: creditEventClocks,
    moves: {
      object: {
        ...objectToCreditEvent,
        label: text('登记本人异议', 'Enter the objection'),
      },
      ...creditEventDecisions,
      expire: expireCreditEvent,
    },
  }),
});
export interface GuideCreditEvent extends Row<typeof guideCreditEvent> {}
