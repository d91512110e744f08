import { normalizePlate } from '#kernel/check/vehicle-plate.ts';
import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { roadsideCheck } from '../contract/roadside-check.ts';

const texts = {
  otherTeam: text('该团队没有使用这辆车', 'The team does not use this vehicle'),
};

/** Hooks of roadside checks: what the record said of team and vehicle at that time. */
export const fillVehicleAndExpectedHeadcountOfRoadsideCheck: WriteHooks<typeof roadsideCheck> = {
  async add({ values, tx, fail }) {
    values.late ??= 'no';
    const plate = normalizePlate(values.plate ?? '');
    const vehicle = await tx.row<{ id: number }>(
      sql`select id from crew_vehicle where plate = ${plate} and status not in ('returned', 'scrapped')`,
    );
    values.vehicle_id = vehicle?.id ?? null;
    if (!values.itinerary_id) return;
    const team = await tx.row<{ people: number; uses: boolean }>(sql`
      select i.tourist_count as people, exists (select from travel_assigned_vehicle v where v.itinerary_id = i.id and v.plate = ${plate}) as uses
      from travel_itinerary i where i.id = ${values.itinerary_id}`);
    if (team && !team.uses) fail('itinerary_id', texts.otherTeam);
    values.expected = team?.people ?? null;
  },
};
