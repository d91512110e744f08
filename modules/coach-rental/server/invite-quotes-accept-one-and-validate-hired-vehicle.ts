import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Text, text } from '#kernel/text/text.ts';
import type { Vehicle } from '#modules/crew/contract/vehicle.ts';
import { vehiclePosition } from '#modules/enforcement/contract/plate-gate-and-position-time-series.ts';
import { type Enterprise, enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { tradingStates } from '#modules/enterprise/contract/enterprise-lifecycle.ts';
import { onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { bilingualInputText, type EnglishValues } from '#server/write/field/english-column-values-of-bilingual-text.ts';
import type { ChangeContext, WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { write } from '#server/write/write-pipeline.ts';
import { coachHireOrder } from '../contract/coach-hire-enquiry-and-order-of-coach-firm.ts';
import { coachQuote } from '../contract/coach-quote-accepted-or-declined-by-agency.ts';
import {
  findReasonsAgainstHire,
  maxSilentSeconds,
  reasonsAgainstHire,
} from '../contract/find-reasons-against-coach-hire.ts';
import * as templates from '../contract/message-templates.ts';
import { coachDemand } from '../contract/request-for-coach-hire-quotes.ts';
import { refuseDoubleBooking } from './refuse-double-booking-of-vehicle-or-driver.ts';

const texts = {
  order: text('结束时间必须晚于开始时间', 'The end must be after the start'),
  past: text('用车开始时间已过', 'The hire start time has passed'),
  foreign: text('不是本企业的车辆', 'Not a vehicle of this enterprise'),
  foreignDriver: text('不是本企业可以派出的驾驶员', 'Not a driver this enterprise can assign'),
};

type Follow = Pick<WriteContext, 'engine' | 'tx' | 'caller'>;

/** Moves another row as a consequence of this write, in the same transaction. */
const moveOn = (
  { engine, tx, caller }: Follow,
  resource: typeof coachDemand | typeof coachQuote | typeof coachHireOrder,
  move: string,
  id: number,
  reason?: Text,
) => {
  const input = reason ? { reason: reason['zh-cn'] } : {};
  const english: EnglishValues = reason ? { reason: reason.en } : {};
  return write(engine, resource, onBehalfOf(caller), { operation: 'move', move, id, input, english, unread: true }, tx);
};

/** Each firm invited to quote gets an order of its own and does not see the others. */
export const coachDemandWriteHooks: WriteHooks<typeof coachDemand> = {
  add(context) {
    const { values, fail, engine, tx, caller } = context;
    if ((values.to_at ?? 0) <= (values.from_at ?? 0)) fail('to_at', texts.order);
    if ((values.from_at ?? 0) * 1000 < Date.now()) fail('from_at', texts.past);
    // wire values; after the insert they are in database form
    const { agency_id, asked, route, from_at, to_at, people, remark } = values;
    context.afterStore(async (id) => {
      const row = await tx.row<Pick<Enterprise, 'name'>>(sql`select name from enterprise where id = ${agency_id ?? 0}`);
      for (const coach_id of new Set(asked ?? [])) {
        const set = {
          coach_id,
          demand_id: id,
          agency: row?.name ?? '',
          route,
          from_at,
          to_at,
          people,
          remark: remark ?? null,
        };
        await write(engine, coachHireOrder, onBehalfOf(caller), { operation: 'add', input: {}, set, unread: true }, tx);
      }
    });
  },
  // the agency that cancelled needs no notice
  notify: { cancel: { template: templates.demandCancelled, values: { from: 'from_at' }, by: ['admin', 'system'] } },
  moves: {
    cancel(context) {
      const { before, input, tx } = context;
      context.note(input.reason);
      context.afterStore(async () => {
        const open = await tx.rows<{ id: number }>(sql`select id from rental_order where demand_id = ${before.id}
          and status in ('requested', 'quoted', 'accepted', 'dispatched') order by id for update`);
        for (const { id } of open)
          await moveOn(context, coachHireOrder, 'cancel', id, bilingualInputText(context, 'reason'));
      });
    },
  },
};

const refusals = {
  otherQuote: text('旅行社已接受其他企业的报价', "The agency accepted another company's quote"),
  passed: text('旅行社未接受报价', 'The agency did not accept the quote'),
};

export const coachQuoteWriteHooks: WriteHooks<typeof coachQuote> = {
  moves: {
    accept(context) {
      const { before, tx } = context;
      context.afterStore(async () => {
        // of two quotes accepted at the same time, the second finds the demand already decided
        await moveOn(context, coachDemand, 'accepted', before.demand_id ?? 0);
        await moveOn(context, coachHireOrder, 'accept', before.order_id ?? 0);
        const others = await tx.rows<{
          id: number;
        }>(sql`select id from rental_order where demand_id = ${before.demand_id}
          and id <> ${before.order_id} and status in ('requested', 'quoted') order by id for update`);
        for (const { id } of others) await moveOn(context, coachHireOrder, 'cancel', id, refusals.otherQuote);
      });
    },
    pass(context) {
      const { before, tx } = context;
      context.afterStore(async () => {
        const open = await tx.row(
          sql`select id from rental_order where id = ${before.order_id} and status = 'quoted' for update`,
        );
        if (open) await moveOn(context, coachHireOrder, 'cancel', before.order_id ?? 0, refusals.passed);
      });
    },
  },
};

type Car = Pick<
  Vehicle,
  'enterprise_id' | 'plate' | 'status' | 'seats' | 'permit_valid_to' | 'insurance_valid_to' | 'inspect_valid_to'
> & { gps_online_at: number | null };

/** Last report of a vehicle: its latest position within the limit, else the time in its record. */
const lastSeen = sql`greatest(gps_online_at, (select max(p.at) from ${sql.id(tableOf(vehiclePosition))} p
  where p.of_id = crew_vehicle.id and p.at > now() - ${sql.raw(`interval '${maxSilentSeconds} seconds'`)}))`;

/** Checks a vehicle against its documents and the hire; each fault is an error at its field. */
async function checkVehicle(
  { before, tx, fail }: ChangeContext<typeof coachHireOrder>,
  id: number,
  registered_on: string,
): Promise<Car | undefined> {
  const car =
    await tx.row<Car>(sql`select enterprise_id, plate, status, seats, permit_valid_to::text, insurance_valid_to::text,
    inspect_valid_to::text, floor(date_part('epoch', ${lastSeen}))::bigint as gps_online_at from crew_vehicle where id = ${id} for no key update`);
  if (!car || car.enterprise_id !== before.coach_id) {
    fail('vehicle_id', texts.foreign);
    return undefined;
  }
  const hire = { to_at: before.to_at ?? 0, people: before.people ?? 0, registered_on };
  for (const fault of findReasonsAgainstHire(car, hire, Date.now() / 1000))
    fail('vehicle_id', reasonsAgainstHire[fault]);
  return car;
}

/** A coach firm that has stopped trading takes no new hires; accepted ones are completed. */
const refuseIfIdle = ({ before, require }: ChangeContext<typeof coachHireOrder>) =>
  require(enterprise, before.coach_id ?? 0, { status: tradingStates });

const toAgency = { to: { holdersOf: 'demand_id' } } as const;

export const coachHireOrderWriteHooks: WriteHooks<typeof coachHireOrder> = {
  notify: {
    added: { template: templates.coachRequested, values: { from: 'from_at' } },
    quote: { template: templates.coachQuoted, values: { firm: 'coach_id', plate: 'vehicle_id.plate' }, ...toAgency },
    decline: { template: templates.coachDeclined, values: { firm: 'coach_id' }, ...toAgency },
    accept: { template: templates.quoteAccepted, values: { from: 'from_at' } },
    dispatch: {
      template: templates.coachSent,
      values: { firm: 'coach_id', from: 'from_at', plate: 'vehicle_id.plate', driver: 'driver_id.name' },
      ...toAgency,
    },
    // to the party that does not know of it yet: members of a firm cancel orders, members of an agency demands and
    // quotes, and the platform the orders that follow from these; officers surprise both
    cancel: [
      { template: templates.hireCancelled, values: { from: 'from_at' }, by: ['admin', 'system'] },
      {
        template: templates.hireCancelled,
        values: { from: 'from_at' },
        by: ['admin', 'member'],
        // one notice of a whole demand that is cancelled
        where: [['demand_id.status', '<>', 'cancelled']],
        ...toAgency,
      },
    ],
  },
  moves: {
    async quote(context) {
      const { before, input, values, engine, tx, caller } = context;
      await refuseIfIdle(context);
      const car = await checkVehicle(context, input.vehicle_id, input.registered_on);
      await refuseDoubleBooking(context, 'vehicle_id', input.vehicle_id);
      const { vehicle_id, registered_on, price, words } = input;
      Object.assign(values, { vehicle_id, registered_on, price });
      context.afterStore(async () => {
        const demanded = await tx.row<{
          status: string;
          firm: string;
        }>(sql`select d.status, e.name as firm from rental_demand d, enterprise e
          where d.id = ${before.demand_id} and e.id = ${before.coach_id} for update of d`);
        const set = {
          demand_id: before.demand_id,
          order_id: before.id,
          firm: demanded?.firm ?? '',
          price,
          words: words ?? null,
          plate: car?.plate,
          seats: car?.seats,
        };
        await write(engine, coachQuote, onBehalfOf(caller), { operation: 'add', input: {}, set, unread: true }, tx);
        if (demanded?.status === 'requested') await moveOn(context, coachDemand, 'quoted', before.demand_id ?? 0);
      });
    },
    decline({ note, input }) {
      note(input.reason);
    },
    // one coach may be offered to several agencies: the first to accept gets it
    async accept(context) {
      await refuseIfIdle(context);
      await refuseDoubleBooking(context, 'vehicle_id', context.before.vehicle_id ?? 0);
    },
    async dispatch(context) {
      const { before, input, values, tx, fail } = context;
      await checkVehicle(context, before.vehicle_id ?? 0, before.registered_on ?? '');
      const canDrive = () =>
        tx.row(sql`select id from crew_driver where id = ${input.driver_id}
          and enterprise_id = ${before.coach_id} and status in ('working', 'changing')`);
      // all rows of the person are locked in id order before a single one: two firms dispatching at once do not
      // deadlock, and nothing is disclosed about somebody else's driver
      if (await canDrive()) await refuseDoubleBooking(context, 'driver_id', input.driver_id);
      if (!(await canDrive())) fail('driver_id', texts.foreignDriver);
      // after the driver: people are locked before vehicles
      await refuseDoubleBooking(context, 'vehicle_id', before.vehicle_id ?? 0);
      Object.assign(values, { driver_id: input.driver_id, contract: input.contract });
    },
    cancel(context) {
      const { before, tx } = context;
      context.note(bilingualInputText(context, 'reason'));
      context.afterStore(async () => {
        const open = await tx.row<{ id: number }>(
          sql`select id from rental_quote where order_id = ${before.id} and status in ('offered', 'accepted') for update`,
        );
        if (open) await moveOn(context, coachQuote, 'pass', open.id);
      });
    },
  },
};
