import { sql } from '#server/db/sql.ts';
import { dayOf } from '../product/trip-time.ts';
import type { ItineraryWriteContext } from './value-after-write.ts';

/** Team number: area, day of departure and five digits from a sequence. */
export function assignTeamNumber(context: ItineraryWriteContext): void {
  const { values, compute } = context;
  if (!values.area_code || values.start_at === undefined || values.start_at === null) return;
  const day = dayOf(values.start_at).replaceAll('-', '').slice(2);
  compute(
    'team_no',
    sql`${`T${values.area_code.slice(0, 4)}${day}`} || lpad((nextval('travel_team_number') % 100000)::text, 5, '0')`,
  );
}
