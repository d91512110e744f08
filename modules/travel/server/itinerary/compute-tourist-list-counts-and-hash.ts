import { shanghaiDateOf } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import type { ChangeContext } from '#server/write/hook/write-hooks-of-module.ts';
import type { itinerary } from '../../contract/itinerary/team-itinerary.ts';
import { calendarDaysOfTrip } from '../product/trip-times-as-text-and-calendar-days.ts';
import { type ItineraryWriteContext, itineraryFieldValueAfterWrite } from './itinerary-field-value-after-write.ts';
import { countTouristsByAgeAndOrigin, type ListedTourist } from './tourist/count-tourists-by-age-and-origin.ts';

/** Computes the counts of the tourist list and what depends on them. */
export async function computeTouristListCounts(context: ItineraryWriteContext): Promise<void> {
  const { values } = context;
  const list = (await context.rowsOf('tourists')) as unknown as readonly ListedTourist[];
  const [from, to] = [
    itineraryFieldValueAfterWrite(context, 'start_at') ?? 0,
    itineraryFieldValueAfterWrite(context, 'end_at') ?? 0,
  ];
  const counts = countTouristsByAgeAndOrigin(list, shanghaiDateOf(from));
  Object.assign(values, counts);
  values.person_days = counts.tourist_count * calendarDaysOfTrip({ from, to });
  const fee = Math.round(Number(itineraryFieldValueAfterWrite(context, 'total_fee') ?? 0) * 100);
  values.per_capita = counts.tourist_count > 0 ? (Math.round(fee / counts.tourist_count) / 100).toFixed(2) : null;
  // 旅游法 Art. 36: groups leaving or entering the country are accompanied throughout
  values.leader_required = ['inbound', 'outbound'].includes(itineraryFieldValueAfterWrite(context, 'kind') ?? '')
    ? 'yes'
    : 'no';
}

/**
 * Hash of the tourist list, independent of its order, by which equal lists are found. Tourists added by this write
 * are not stored yet when it is computed.
 */
export async function computeTouristListHash(context: ChangeContext<typeof itinerary>): Promise<void> {
  const { before, compute, engine, operation } = context;
  const list = operation === 'edit' ? await context.rowsOf('tourists') : [];
  const added = list.flatMap(({ id, id_no }) => (id ? [] : [engine.seal.hash(String(id_no))]));
  compute(
    'list_hash',
    sql`(select md5(string_agg(hash, ',' order by hash)) from (
      select id_no->>'hash' as hash from travel_tourist where itinerary_id = ${before.id} union all select unnest(${added}::text[])) list)`,
  );
}
