import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { Refused } from '#server/refusal.ts';
import { rentalPlatformScreen } from '../contract/module.ts';
import { makePlatformTicket, openPlatformSecret, platformTicketLife, redeemPlatformTicket } from './platform-ticket.ts';

const texts = {
  unknown: text('没有这个租车平台，或已停用', 'The rental platform does not exist or is disabled'),
  used: text('链接无效或已使用', 'The link is invalid or already used'),
  ticket: text('在线租车-进入平台', 'Online coach hire: open platform'),
  ignored: text('在线租车-忽略消息', 'Online coach hire: ignore message'),
};

interface Provider {
  readonly id: number;
  readonly name: string;
  readonly base_url: string;
  readonly origin: string;
  readonly ticket_secret: string | null;
}

async function find({ engine, params }: Call): Promise<Provider> {
  const id = Number(params.provider);
  const provider = Number.isSafeInteger(id)
    ? await engine.db.row<Provider>(
        sql`select id, name, base_url, origin, ticket_secret from rental_provider where id = ${id} and status = 'enabled'`,
      )
    : undefined;
  if (!provider) throw new Refused(texts.unknown, { data: { reason: 'unknown_provider' } });
  return provider;
}

/** Calls for officers: list of platforms, a ticket for one, and a report of a message from another origin. */
const platforms: Controller = {
  app: 'admin',
  name: rentalPlatformScreen.name,
  actions: {
    index: {
      gate: 'rule',
      node: rentalPlatformScreen.name,
      handle: async ({ engine }) => ({
        list: await engine.db.rows(
          sql`select id, name, origin from rental_provider where status = 'enabled' order by id`,
        ),
      }),
    },
    ticket: {
      gate: 'rule',
      node: rentalPlatformScreen.name,
      methods: ['POST'],
      title: texts.ticket,
      secret: true,
      perMinute: 30,
      async handle(call) {
        const { id, base_url, origin, ticket_secret } = await find(call);
        const { engine, caller } = call;
        const url = new URL(base_url);
        if (ticket_secret)
          url.searchParams.set(
            'ticket',
            await makePlatformTicket(engine, caller, { id, secret: openPlatformSecret(engine, ticket_secret) }),
          );
        return { url: url.href, origin, seconds: platformTicketLife };
      },
    },
    // message and origin are in the operation log of the call
    ignored: {
      gate: 'rule',
      node: rentalPlatformScreen.name,
      methods: ['POST'],
      title: texts.ignored,
      perMinute: 20,
      async handle(call) {
        const { id } = await find(call);
        const [origin, why] = [call.params.origin, call.params.why].map((one) => String(one ?? '').slice(0, 200));
        call.engine.log.warn(
          { provider: id, origin, why, admin: call.caller.id },
          'a message to the rental page was ignored',
        );
        return {};
      },
    },
  },
};

/** Redeems a ticket, called by the rental platform. A ticket is valid once. */
const tickets: Controller = {
  app: 'api',
  name: 'rental.ticket',
  actions: {
    redeem: {
      gate: 'none',
      methods: ['POST'],
      silent: true,
      secret: true,
      perMinute: 60,
      async handle({ engine, body }) {
        const ticket = await redeemPlatformTicket(engine, String(body.ticket ?? ''));
        if (!ticket) throw new Refused(texts.used, { data: { reason: 'used' } });
        return ticket;
      },
    },
  },
};

export const rentalPlatformAndTicketControllers: readonly Controller[] = [platforms, tickets];
