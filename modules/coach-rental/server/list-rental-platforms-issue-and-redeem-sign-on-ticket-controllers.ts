import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { type CallWithValidatedInput, call } from '#server/http/declare-http-call-with-validated-input.ts';
import type { ValueOfSchema } from '#server/http/json-schema-and-call-description-types.ts';
import { integer, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { Refused } from '#server/refusal.ts';
import { rentalPlatformScreen } from '../contract/module.ts';
import {
  makeRentalPlatformTicket,
  openRentalPlatformSecret,
  redeemRentalPlatformTicket,
  rentalPlatformTicketLifetime,
} from './make-and-redeem-rental-platform-ticket.ts';

const texts = {
  unknown: text('没有这个租车平台，或已停用', 'The rental platform does not exist or is disabled'),
  ticket: text('在线租车-进入平台', 'Online coach hire: open platform'),
  ignored: text('在线租车-忽略消息', 'Online coach hire: ignore message'),
};

interface Provider {
  readonly id: number;
  readonly base_url: string;
  readonly origin: string;
  readonly ticket_secret: string | null;
}

const provider = field.integer(text('租车平台编号', 'Rental platform ID'), { required: true });

async function find({
  engine,
  input,
}: CallWithValidatedInput<{ readonly provider: typeof provider }>): Promise<Provider> {
  const found = await engine.db.row<Provider & { readonly [column: string]: unknown }>(
    sql`select id, base_url, origin, ticket_secret from rental_provider where id = ${input.provider} and status = 'enabled'`,
  );
  if (!found) throw new Refused(texts.unknown, { data: { reason: 'unknown_provider' } });
  return found;
}

const listed = object({ id: integer, name: string, origin: string });

const index = call({
  gate: 'rule',
  node: rentalPlatformScreen.name,
  summary: text('已启用的租车平台', 'Enabled rental platforms'),
  answer: object({ list: list(listed) }),
  run: async ({ engine }) => ({
    list: await engine.db.rows<ValueOfSchema<typeof listed>>(
      sql`select id, name, origin from rental_provider where status = 'enabled' order by id`,
    ),
  }),
});

const ticket = call({
  gate: 'rule',
  node: rentalPlatformScreen.name,
  methods: ['POST'],
  title: texts.ticket,
  secret: true,
  summary: text('平台页面的地址，附一次性票据', 'Platform page address with a one-time ticket'),
  limit: { perMinute: 30 },
  input: { provider },
  answer: object({ url: string, origin: string, seconds: integer }),
  async run(made) {
    const { id, base_url, origin, ticket_secret } = await find(made);
    const { engine, caller } = made;
    const url = new URL(base_url);
    if (ticket_secret)
      url.searchParams.set(
        'ticket',
        await makeRentalPlatformTicket(engine, caller, { id, secret: openRentalPlatformSecret(engine, ticket_secret) }),
      );
    return { url: url.href, origin, seconds: rentalPlatformTicketLifetime };
  },
});

/** Message and origin are in the operation log of the call. */
const ignored = call({
  gate: 'rule',
  node: rentalPlatformScreen.name,
  methods: ['POST'],
  title: texts.ignored,
  summary: text('记录被忽略的消息', 'Record an ignored message'),
  limit: { perMinute: 20 },
  input: {
    provider,
    // a host name has up to 253 characters
    origin: field.text(text('来源', 'Origin'), { max: 300 }),
    why: field.text(text('原因', 'Reason'), { max: 200 }),
  },
  answer: object({}),
  async run(made) {
    const { id } = await find(made);
    const { origin, why } = made.input;
    made.engine.log.warn(
      { provider: id, origin, why, admin: made.caller.id },
      'a message to the rental page was ignored',
    );
    return {};
  },
});

/** Redeems a ticket, called by the rental platform. A ticket is valid once. */
const redeem = call({
  gate: 'none',
  methods: ['POST'],
  silent: true,
  secret: true,
  summary: text('租车平台核对票据，只成功一次', 'Rental platform checks a ticket; succeeds once only'),
  limit: { perMinute: 60 },
  inputFrom: 'body',
  input: { ticket: field.text(text('票据', 'Ticket'), { required: true, max: 1000 }) },
  answer: object({ admin: string, provider: integer }),
  run: ({ engine, input }) => redeemRentalPlatformTicket(engine, input.ticket),
});

export const rentalPlatformTicketIssueAndRedeemControllers: readonly Controller[] = [
  // for officers: list of platforms, a ticket for one, and a report of a message from another origin
  { app: 'admin', name: rentalPlatformScreen.name, actions: { index, ticket, ignored } },
  { app: 'api', name: 'rental.ticket', actions: { redeem } },
];
