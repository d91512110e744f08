import type { ServerModule } from '#server/platform/declared-server-part-of-module.ts';
import {
  rentalActionsOnMemberHome,
  rentalListsOnMemberHome,
  rentalToDoLines,
} from '../contract/member-home-lines-and-actions.ts';
import * as messages from '../contract/message-templates.ts';
import { addHiredVehicleToTeamSubscribers } from './add-hired-vehicle-to-team.ts';
import { rentalPlatformWriteHooks } from './check-rental-platform-address-and-secret.ts';
import { rentalPlatformOrderWriteHooks } from './check-times-of-rental-platform-order.ts';
import { demandWriteHooks, hireOrderWriteHooks, quoteWriteHooks } from './coach-demand-quote-and-order-write-hooks.ts';
import { embeddableRentalPlatforms } from './embeddable-rental-platforms.ts';
import { rentalPlatformSignOnControllers } from './rental-platform-sign-on-controllers.ts';

export const coachRentalServer: ServerModule = {
  name: 'rental',
  home: rentalToDoLines,
  homeRows: rentalListsOnMemberHome,
  homeActs: rentalActionsOnMemberHome,
  messages: Object.values(messages),
  hooks: {
    'rental/demand': demandWriteHooks,
    'rental/quote': quoteWriteHooks,
    'rental/order': hireOrderWriteHooks,
    'rental/provider': rentalPlatformWriteHooks,
    'rental/selection': rentalPlatformOrderWriteHooks,
  },
  subscribers: addHiredVehicleToTeamSubscribers,
  framed: embeddableRentalPlatforms,
  controllers: () => rentalPlatformSignOnControllers,
};
