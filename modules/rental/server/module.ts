import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { ServerModule } from '#server/platform/server-module.ts';
import { rentalHomeActions, rentalHomeLines, rentalHomeRows } from '../contract/member-home-page.ts';
import * as messages from '../contract/message-templates.ts';
import { dispatchedVehicleSubscribers } from './add-hired-vehicle-to-team.ts';
import { rentalApiCallDescriptions } from './call-descriptions.ts';
import { demandHooks, orderHooks, quoteHooks } from './hire-hooks.ts';
import { platformCarSelectionHooks } from './platform-car-selection-hooks.ts';
import { rentalFrameSource } from './platform-frame-source.ts';
import { rentalPlatformAndTicketControllers } from './rental-platform-and-ticket-controllers.ts';
import { rentalPlatformHooks } from './rental-platform-hooks.ts';

export const rentalServer: ServerModule = {
  name: 'rental',
  home: rentalHomeLines,
  homeRows: rentalHomeRows,
  homeActs: rentalHomeActions,
  messages: Object.values(messages),
  calls: rentalApiCallDescriptions,
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
  scheduled: {
    purge_rental_tickets: {
      label: text('清理租车票据', 'Remove expired rental tickets'),
      at: '35 3 * * *',
      run: async ({ db }) => {
        await db.query(sql`delete from rental_ticket where expires_at < now() - interval '1 day'`);
      },
    },
  },
};
