import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import {
  rentalActionsOnMemberHome,
  rentalListsOnMemberHome,
  rentalToDoLines,
} from '../contract/member-home-to-dos-and-actions.ts';
import * as messages from '../contract/message-templates.ts';
import { addDispatchedCoachToItinerarySubscribers } from './add-dispatched-coach-to-tour-itinerary.ts';
import { embeddableRentalPlatformOrigins } from './embeddable-rental-platform-origins.ts';
import {
  coachDemandWriteHooks,
  coachHireOrderWriteHooks,
  coachQuoteWriteHooks,
} from './invite-quotes-accept-one-and-validate-hired-vehicle.ts';
import { rentalPlatformTicketIssueAndRedeemControllers } from './list-rental-platforms-issue-and-redeem-sign-on-ticket-controllers.ts';
import { rentalPlatformWriteHooks } from './validate-rental-platform-address-and-seal-secret.ts';
import { rentalPlatformOrderWriteHooks } from './validate-times-and-set-area-of-platform-order.ts';

export const coachRentalServer: ServerModule = {
  name: 'rental',
  home: rentalToDoLines,
  homeRows: rentalListsOnMemberHome,
  homeActs: rentalActionsOnMemberHome,
  messages: Object.values(messages),
  hooks: {
    'rental/demand': coachDemandWriteHooks,
    'rental/quote': coachQuoteWriteHooks,
    'rental/order': coachHireOrderWriteHooks,
    'rental/provider': rentalPlatformWriteHooks,
    'rental/selection': rentalPlatformOrderWriteHooks,
  },
  subscribers: addDispatchedCoachToItinerarySubscribers,
  framed: embeddableRentalPlatformOrigins,
  controllers: () => rentalPlatformTicketIssueAndRedeemControllers,
};
