import { inDays } from '#kernel/declaration/row-condition-and-move-guard.ts';
import type { MemberHomeLine } from '#kernel/module/member-home-page-declaration.ts';
import { text } from '#kernel/text/text.ts';
import { order } from './correction-order.ts';

/** Open tasks of an enterprise about its correction orders. */
export const correctionToDoLines: readonly MemberHomeLine[] = [
  {
    of: order.name,
    label: text('逾期未改的整改', 'Overdue corrections'),
    tone: 'bad',
    where: [['status', '=', 'overdue']],
  },
  {
    of: order.name,
    label: text('待签收的责令改正', 'Correction orders to confirm'),
    tone: 'warning',
    where: [['status', '=', 'issued']],
  },
  {
    of: order.name,
    label: text('被退回的整改', 'Corrections returned'),
    tone: 'warning',
    where: [['status', '=', 'returned']],
  },
  {
    of: order.name,
    label: text('进行中的整改', 'Corrections under way'),
    tone: 'progress',
    where: [['status', '=', 'read']],
  },
  {
    of: order.name,
    label: text('三天内到期的整改', 'Corrections due within three days'),
    tone: 'warning',
    where: [
      ['status', 'IN', ['issued', 'read', 'returned']],
      ['due_on', '<=', inDays(3)],
    ],
  },
];
