import { compactIdentifier } from '#kernel/check/normalise-document-and-order-numbers.ts';
import type { Vehicle } from '#modules/crew/contract/vehicle.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { SeenPerson, SeenVehicle } from '../contract/roadside-lookup-screen-and-answer-types.ts';

export type FoundVehicle = SeenVehicle & { readonly status: Vehicle['status'] } & {
  readonly [column: string]: unknown;
};
export type FoundGuide = SeenPerson & { readonly [column: string]: unknown };

const day = sql`(now() at time zone 'Asia/Shanghai')::date`;

/** The vehicle on record under a plate, except scrapped and refused ones. */
export const findVehicle = (db: Queryable, plate: string): Promise<FoundVehicle | undefined> =>
  db.row<FoundVehicle>(
    namePreparedStatement(sql`
    select v.id, v.plate, v.plate_color, v.seats, e.name as enterprise, v.status, v.permit_valid_to::text, v.inspect_valid_to::text,
      v.insurance_valid_to::text, least(v.permit_valid_to, v.inspect_valid_to, v.insurance_valid_to) >= ${day} as valid,
      v.status in ('normal', 'changing') as in_service,
      array(select o.plate from crew_vehicle o where compact_identifier(o.vin) = compact_identifier(v.vin) and o.vin <> '' and o.id <> v.id
        and o.status not in ('returned', 'scrapped') order by o.plate limit 5) as same_vin
    from crew_vehicle v join enterprise e on e.id = v.enterprise_id
    where v.plate = ${plate} and v.status not in ('returned', 'scrapped')`),
  );

/** The guide with a card number. */
export const findGuide = (db: Queryable, card: string): Promise<FoundGuide | undefined> =>
  db.row<FoundGuide>(
    namePreparedStatement(sql`
    select g.id, g.name, g.card_no, g.mobile, g.status in ('valid', 'changing') and g.valid_to >= ${day} as valid
    from crew_guide g where compact_identifier(g.card_no) = ${compactIdentifier(card)} and g.status not in ('returned', 'ended') limit 1`),
  );
