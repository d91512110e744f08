import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { ServerModule } from '#server/platform/server-module.ts';
import { rentalHome, rentalHomeActs, rentalHomeRows } from '../contract/home.ts';
import * as messages from '../contract/messages.ts';
import { rentalCalls } from './call-descriptions.ts';
import { rentalControllers } from './controllers.ts';
import { rentalFramed } from './framed.ts';
import { demandHooks, orderHooks, quoteHooks } from './hire-hooks.ts';
import { providerHooks } from './provider-hooks.ts';
import { selectionHooks } from './selection-hooks.ts';
import { rentalSubscribers } from './subscribers.ts';

export const rentalServer: ServerModule = {
  name: 'rental',
  home: rentalHome,
  homeRows: rentalHomeRows,
  homeActs: rentalHomeActs,
  messages: Object.values(messages),
  calls: rentalCalls,
  hooks: {
    'rental/demand': demandHooks,
    'rental/quote': quoteHooks,
    'rental/order': orderHooks,
    'rental/provider': providerHooks,
    'rental/selection': selectionHooks,
  },
  subscribers: rentalSubscribers,
  framed: rentalFramed,
  controllers: () => rentalControllers,
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
