import { toShanghaiIso } from '#kernel/calendar.ts';
import type { MessageTemplate } from '#kernel/message-template.ts';
import { tableOf } from '#kernel/resource.ts';
import { vehicle } from '#modules/crew/contract/vehicle.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { sql } from '#server/db/sql.ts';
import { holdersTold, noticesTo, tellHolders } from '#server/message/notice.ts';
import { sendMessages } from '#server/message/send.ts';
import type { ChangeContext } from '#server/write/hooks.ts';
import type { dispatch } from '../contract/dispatch.ts';
import { itinerary } from '../contract/itinerary.ts';
import {
  coachDeclined,
  productPassed,
  productRefused,
  productSuspended,
  teamCalled,
  teamConfirmed,
  teamReturned,
  teamTerminated,
} from '../contract/messages.ts';
import { product } from '../contract/product.ts';

type TeamChange = Pick<ChangeContext<typeof itinerary>, 'engine' | 'tx' | 'before'>;
type ProductChange = Pick<ChangeContext<typeof product>, 'engine' | 'tx' | 'before'>;

interface Crew {
  readonly name: string;
  readonly mobile: string;
  readonly [column: string]: unknown;
}

/**
 * A confirmed team is told of to its agency and to who receives it for them, and its guides and drivers are called, each
 * once for a departure (domain reference, Appendix E).
 */
export async function tellConfirmed({ engine, tx, before }: TeamChange): Promise<void> {
  const { id } = before;
  const team = await tx.row<{ agency: string; crew: Crew[] }>(sql`
    select e.name as agency, coalesce((select json_agg(json_build_object('name', c.name, 'mobile', c.mobile)) from (
        select g.name, g.mobile from travel_assigned_guide a join crew_guide g on g.id = a.guide_id where a.itinerary_id = ${id}
        union select d.name, d.mobile from travel_assigned_vehicle v join crew_driver d on d.id in (v.driver_id, v.second_driver_id)
        where v.itinerary_id = ${id}) c where c.mobile is not null), '[]') as crew
    from enterprise e where e.id = ${before.agency_id}`);
  if (!team) return;
  const start = toShanghaiIso(before.start_at * 1000)
    .slice(0, 16)
    .replace('T', ' ');
  const team_no = before.team_no ?? '';
  const values = { team_no, agency: team.agency, start };
  // somebody of both agencies is told once, and everybody again of what was handed in again
  const once = `team_confirmed ${id} ${before.version}`;
  await tellHolders(engine, tx, itinerary, teamConfirmed, [{ row: id, values, once }]);
  if (before.ground_agency_id && before.ground_agency_id !== before.agency_id) {
    const receiving = holdersTold(engine, enterprise, teamConfirmed, sql`t.id = ${before.ground_agency_id}`);
    await tx.query(
      noticesTo(
        engine,
        teamConfirmed,
        { values, once },
        sql`select r.admin_id, r.user_id, ${itinerary.name}::text as resource, ${id}::bigint as row_id, ${team_no}::text as row_title from (${receiving}) r`,
      ),
    );
  }
  await sendMessages(
    engine,
    tx,
    teamCalled,
    team.crew.map(({ name, mobile }) => ({
      values: { ...values, name },
      to: {
        ...{ mobile, areaCode: before.area_code, resource: itinerary.name, rowId: id, rowTitle: team_no },
        once: `team_called ${id} ${before.start_at} ${mobile}`,
      },
    })),
  );
}

/** Whoever sent a team on the road hears that a firm does not send the coach it was changed to. */
export async function tellDeclined({
  engine,
  tx,
  before,
  input: { reason },
}: ChangeContext<typeof dispatch, object, { readonly reason: string }>): Promise<void> {
  const asked = await tx.row<{ plate: string }>(
    sql`select plate from ${sql.id(tableOf(vehicle))} where id = ${before.vehicle_id}`,
  );
  await tellHolders(engine, tx, itinerary, coachDeclined, [
    { row: before.itinerary_id ?? 0, values: { team_no: before.team_no ?? '', plate: asked?.plate ?? '', reason } },
  ]);
}

export const tellReturned = ({ engine, tx, before }: TeamChange, reason: string): Promise<void> =>
  tellHolders(engine, tx, itinerary, teamReturned, [
    { row: before.id, values: { team_no: before.team_no ?? '', reason } },
  ]);

export const tellTerminated = (
  { engine, tx, before }: TeamChange,
  told: { readonly incident_no: string; readonly reason: string },
): Promise<void> =>
  tellHolders(engine, tx, itinerary, teamTerminated, [
    { row: before.id, values: { ...told, team_no: before.team_no ?? '' } },
  ]);

export const tellPassed = ({ engine, tx, before }: ProductChange): Promise<void> =>
  tellHolders(engine, tx, product, productPassed, [
    { row: before.id, values: { name: before.title, code: before.code ?? '' } },
  ]);

const tellReason =
  (template: MessageTemplate<'name' | 'code' | 'reason'>) =>
  ({ engine, tx, before }: ProductChange, reason: string): Promise<void> =>
    tellHolders(engine, tx, product, template, [
      { row: before.id, values: { name: before.title, code: before.code ?? '', reason } },
    ]);
export const tellRefused = tellReason(productRefused);
export const tellSuspended = tellReason(productSuspended);
