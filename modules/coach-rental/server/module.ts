import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import {
  rentalActionsOnMemberHome,
  rentalListsOnMemberHome,
  rentalToDoLines,
} from '../contract/member-home-to-dos-and-actions.ts';
import * as messages from '../contract/message-templates.ts';
import { addHiredVehicleToTeamSubscribers } from './add-hired-vehicle-to-team.ts';
import { rentalPlatformWriteHooks } from './check-rental-platform-address-and-secret.ts';
import { rentalPlatformOrderWriteHooks } from './check-times-of-rental-platform-order.ts';
import { embeddableRentalPlatformOrigins } from './embeddable-rental-platform-origins.ts';
import {
  coachDemandWriteHooks,
  coachHireOrderWriteHooks,
  coachQuoteWriteHooks,
} from './invite-quotes-accept-one-and-check-hired-vehicle.ts';
import { rentalPlatformSignOnControllers } from './rental-platform-sign-on-controllers.ts';

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
  subscribers: addHiredVehicleToTeamSubscribers,
  framed: embeddableRentalPlatformOrigins,
  controllers: () => rentalPlatformSignOnControllers,
};
