import { text } from '#kernel/text/text.ts';
import { undecidedStates } from './complaint-states.ts';

/** The time limits of a complaint. Each counts from a day that a move stamps, by the rule in force on the day of filing. */
export const complaintTimeLimits = {
  acceptance: {
    ...text('受理期限', 'Decision on acceptance'),
    rule: 'complaint_accept',
    in: ['registered'],
    from: 'received_on',
    served: true,
  },
  material: {
    ...text('补正期限', 'Time to supply material'),
    rule: 'complaint_material',
    in: ['need_material'],
    from: 'material_wanted_on',
    served: true,
  },
  notification: {
    ...text('通知被投诉人期限', 'Notice to the respondent'),
    rule: 'complaint_notify',
    in: ['accepted'],
    from: 'accepted_on',
    served: true,
  },
  answer: {
    ...text('答复期限', 'Answer of the respondent'),
    rule: 'complaint_answer',
    in: ['notified'],
    from: 'notified_on',
    served: true,
  },
  settlement: {
    ...text('处理期限', 'Settlement'),
    rule: 'complaint_settle',
    in: undecidedStates,
    from: 'settle_from',
    served: true,
  },
  fulfilment: {
    ...text('履行期限', 'Fulfilment of the agreement'),
    until: 'fulfil_by',
    warn: ['t-3', 't', 't+1'],
    in: ['agreed'],
  },
  referral: {
    ...text('转办单位要求的期限', 'Last day set by the referring office'),
    until: 'ext_due_on',
    // an order may come, or a complaint be reopened, when that day has passed
    from: 'filed_on',
    warn: ['t-3', 't-1', 't'],
    in: ['registered', 'need_material', ...undecidedStates, 'agreed'],
  },
  revisit: {
    ...text('回访期限', 'Call after the end'),
    rule: 'complaint_revisit',
    in: ['closed'],
    from: 'closed_on',
    served: true,
  },
} as const;
