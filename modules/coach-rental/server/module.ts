import type { ServerModule } from '#server/platform/declared-server-part-of-module.ts';
import { rentalHomeActions, rentalHomeLines, rentalHomeRows } from '../contract/member-home-page.ts';
import * as messages from '../contract/message-templates.ts';
import { dispatchedVehicleSubscribers } from './add-hired-vehicle-to-team.ts';
import { demandHooks, orderHooks, quoteHooks } from './demand-quote-and-order-hooks.ts';
import { embeddableRentalPlatforms } from './embeddable-rental-platforms.ts';
import { externalRentalPlatformHooks } from './external-rental-platform-hooks.ts';
import { rentalPlatformOrderHooks } from './rental-platform-order-hooks.ts';
import { rentalPlatformSignOnControllers } from './rental-platform-sign-on-controllers.ts';

export const coachRentalServer: ServerModule = {
  name: 'rental',
  home: rentalHomeLines,
  homeRows: rentalHomeRows,
  homeActs: rentalHomeActions,
  messages: Object.values(messages),
  hooks: {
    'rental/demand': demandHooks,
    'rental/quote': quoteHooks,
    'rental/order': orderHooks,
    'rental/provider': externalRentalPlatformHooks,
    'rental/selection': rentalPlatformOrderHooks,
  },
  subscribers: dispatchedVehicleSubscribers,
  framed: embeddableRentalPlatforms,
  controllers: () => rentalPlatformSignOnControllers,
};
