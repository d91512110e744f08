import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { crewAdvisoryLockPrefixes } from '#modules/crew/contract/crew-advisory-lock-prefixes.ts';
import { driver } from '#modules/crew/contract/driver.ts';
import { guide } from '#modules/crew/contract/guide.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { crewIdentityKeySql } from './crew-identity-key-sql.ts';

/**
 * Takes advisory locks on the vehicles and people of a team, so that two teams that share one are filed one after the
 * other. Held until the transaction ends.
 */
export async function lockVehiclesAndCrewOfTeam(tx: Transaction, id: number): Promise<void> {
  await tx.query(sql`
    select pg_advisory_xact_lock(hashtext(key)) from (
      select distinct key from (
        select ${crewAdvisoryLockPrefixes.vehicle} || vehicle_id as key from travel_assigned_vehicle where itinerary_id = ${id}
        union all select ${crewAdvisoryLockPrefixes.person} || ${crewIdentityKeySql('d', 'driver')} from travel_assigned_vehicle a
          join ${sql.id(tableOf(driver))} d on d.id in (a.driver_id, a.second_driver_id) where a.itinerary_id = ${id}
        union all select ${crewAdvisoryLockPrefixes.person} || ${crewIdentityKeySql('g', 'guide')} from travel_assigned_guide a
          join ${sql.id(tableOf(guide))} g on g.id = a.guide_id where a.itinerary_id = ${id}
      ) held where key is not null order by key offset 0
    ) held`);
}
