import type { Text } from '#kernel/text/text.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { WriteContext } from '#server/write/hook/hooks.ts';
import { notifyHolders } from '#server/write/statement/inbox-message.ts';
import { demand } from '../contract/demand.ts';
import * as messages from '../contract/message-templates.ts';
import { order } from '../contract/order.ts';

type Teller = Pick<WriteContext, 'engine' | 'tx'>;

interface Hire {
  readonly id: number;
  readonly demand_id: number;
  readonly agency: string;
  readonly firm: string;
  readonly route: string;
  readonly from: string;
  readonly people: string;
  readonly price: string;
  readonly plate: string;
  readonly driver: string;
  /** The whole demand is cancelled, so that its agency gets one notice. */
  readonly dropped: boolean;
}

/** Orders as texts, by a condition on alias `o`. */
const readHires = ({ tx }: Teller, where: Sql) =>
  tx.rows<Hire>(sql`select o.id, o.demand_id, o.agency, e.name as firm, o.route,
      to_char(o.from_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as "from", o.people::text as people,
      coalesce(to_char(o.price / 100.0, 'FM999999990.00'), '') as price, coalesce(v.plate, '') as plate, coalesce(d.name, '') as driver,
      coalesce(n.status = 'cancelled', false) as dropped
    from rental_order o join enterprise e on e.id = o.coach_id left join rental_demand n on n.id = o.demand_id
      left join crew_vehicle v on v.id = o.vehicle_id left join crew_driver d on d.id = o.driver_id
    where ${where} order by o.id`);

/**
 * Steps of an order that are notified to the party that acts next or loses by it: firms by their order, agencies by
 * their demand.
 */
type Step = 'asked' | 'quoted' | 'declined' | 'accepted' | 'sent';

export async function notifyPartyOfHireStep(teller: Teller, step: Step, where: Sql, reason = ''): Promise<void> {
  const { engine, tx } = teller;
  const hires = await readHires(teller, where);
  const toFirms = hires.map((values) => ({ row: values.id, values }));
  const toAgency = hires.map((values) => ({ row: values.demand_id, values: { ...values, reason } }));
  if (step === 'asked') await notifyHolders(engine, tx, order, messages.coachRequested, toFirms);
  else if (step === 'accepted') await notifyHolders(engine, tx, order, messages.quoteAccepted, toFirms);
  else if (step === 'quoted') await notifyHolders(engine, tx, demand, messages.coachQuoted, toAgency);
  else if (step === 'sent') await notifyHolders(engine, tx, demand, messages.coachSent, toAgency);
  else await notifyHolders(engine, tx, demand, messages.coachDeclined, toAgency);
}

/** Notifies the parties of a cancelled hire, except the one who cancelled it. */
export async function notifyHireCancelled(
  teller: Teller,
  id: number,
  reason: Text,
  whom: readonly ('firm' | 'agency')[],
): Promise<void> {
  const { engine, tx } = teller;
  for (const values of await readHires(teller, sql`o.id = ${id}`)) {
    const placeholders = { ...values, reason };
    if (whom.includes('firm'))
      await notifyHolders(engine, tx, order, messages.hireCancelled, [{ row: id, values: placeholders }]);
    if (whom.includes('agency') && !values.dropped)
      await notifyHolders(engine, tx, demand, messages.hireCancelled, [
        { row: values.demand_id, values: placeholders },
      ]);
  }
}

/** Notifies the agency of a demand an officer cancelled, whether or not a firm had answered. */
export async function notifyAgencyOfCancelledDemand({ engine, tx }: Teller, id: number, reason: string): Promise<void> {
  const rows = await tx.rows<{ route: string; from: string }>(sql`
    select route, to_char(from_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as "from" from rental_demand where id = ${id}`);
  await notifyHolders(
    engine,
    tx,
    demand,
    messages.demandCancelled,
    rows.map((one) => ({ row: id, values: { ...one, reason } })),
  );
}
