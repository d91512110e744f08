import type { ServerModule } from '#server/platform/server-module.ts';
import { rentalHomeActions, rentalHomeLines, rentalHomeRows } from '../contract/member-home-page.ts';
import * as messages from '../contract/message-templates.ts';
import { dispatchedVehicleSubscribers } from './add-hired-vehicle-to-team.ts';
import { demandHooks, orderHooks, quoteHooks } from './hire-hooks.ts';
import { platformCarSelectionHooks } from './platform-car-selection-hooks.ts';
import { rentalFrameSource } from './platform-frame-source.ts';
import { rentalPlatformAndTicketControllers } from './rental-platform-and-ticket-controllers.ts';
import { rentalPlatformHooks } from './rental-platform-hooks.ts';

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
    'rental/provider': rentalPlatformHooks,
    'rental/selection': platformCarSelectionHooks,
  },
  subscribers: dispatchedVehicleSubscribers,
  framed: rentalFrameSource,
  controllers: () => rentalPlatformAndTicketControllers,
  keep: { rental_ticket: { days: 1, from: 'expires_at' } },
};
