import { today } from '#kernel/declaration/row-condition-and-move-guard.ts';
import type {
  MemberHomeAction,
  MemberHomeLine,
  MemberHomeSection,
} from '#kernel/module/member-home-page-declaration.ts';
import { text } from '#kernel/text/text.ts';
import { coachHireOrder } from './coach-hire-enquiry-and-order-of-coach-firm.ts';
import { coachQuote } from './coach-quote-accepted-or-declined-by-agency.ts';
import { coachDemand } from './request-for-coach-hire-quotes.ts';

/** Counts on the home page of agencies and coach firms: what they have to answer each other. */
export const rentalToDoLines: readonly MemberHomeLine[] = [
  {
    of: coachHireOrder.name,
    label: text('待报价的询价', 'Enquiries to answer'),
    tone: 'warning',
    where: [['status', '=', 'requested']],
  },
  {
    of: coachHireOrder.name,
    label: text('待派车的订单', 'Orders that wait for a coach'),
    tone: 'warning',
    where: [['status', '=', 'accepted']],
  },
  {
    of: coachQuote.name,
    label: text('待选择的报价', 'Quotes to choose from'),
    tone: 'progress',
    where: [['status', '=', 'offered']],
  },
];

export const rentalListsOnMemberHome: readonly MemberHomeSection[] = [
  {
    of: coachHireOrder.name,
    label: text('今日用车', "Today's hires"),
    where: [
      ['status', 'IN', ['accepted', 'dispatched', 'running']],
      ['from_at', '<=', today],
      ['to_at', '>=', today],
    ],
    order: 'from_at',
  },
];

export const rentalActionsOnMemberHome: readonly MemberHomeAction[] = [
  { of: coachDemand.name, label: text('询价用车', 'Ask for a coach') },
];
