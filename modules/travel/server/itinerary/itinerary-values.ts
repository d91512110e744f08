import { messages } from '#kernel/text/message.ts';
import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { ChangeContext, WriteContext } from '#server/write/hook/hooks.ts';
import type { itinerary } from '../../contract/itinerary/itinerary.ts';
import { dayTripFault, sameDestinationFault, tripDays } from '../product/trip-faults.ts';
import { dayOf, daysOf, formatMoment } from '../product/trip-time.ts';
import { countTourists, type ListedTourist } from './tourist-facts.ts';

const texts = {
  order: text('结束时间必须晚于开始时间', 'The end must be after the start'),
  long: text('行程不能超过 60 天', 'A trip cannot exceed 60 days'),
  early: text('不能早于行程出发时间 {at}', 'Must not be before departure at {at}'),
  late: text('不能晚于行程结束时间 {at}', 'Must not be after the end of the trip at {at}'),
  sameAgency: text('地接社不能与组团社相同', 'The local operator must differ from the organising agency'),
};
/** Longest trip in days. */
const maxTripDays = 60;

type Context = WriteContext<typeof itinerary>;

/** Value of a field once this write is stored. */
export const valueAfterWrite = <N extends keyof Context['values']>(
  { values, before }: Pick<Context, 'values' | 'before'>,
  name: N,
): Context['values'][N] | null =>
  values[name] === undefined ? ((before as Context['values'] | undefined)?.[name] ?? null) : values[name];

/** Team number: area, day of departure and five digits from a sequence. */
export function assignTeamNumber(context: Context): void {
  const { values, compute } = context;
  if (!values.area_code || values.start_at === undefined || values.start_at === null) return;
  const day = dayOf(values.start_at).replaceAll('-', '').slice(2);
  compute(
    'team_no',
    sql`${`T${values.area_code.slice(0, 4)}${day}`} || lpad((nextval('travel_team_number') % 100000)::text, 5, '0')`,
  );
}

/** Checks times, fee and agencies of a trip. */
export function checkTrip(context: Context): void {
  const { fail } = context;
  const [from, to] = [valueAfterWrite(context, 'start_at') ?? 0, valueAfterWrite(context, 'end_at') ?? 0];
  if (to <= from) fail('end_at', texts.order);
  else if (to - from > maxTripDays * 86_400) fail('end_at', texts.long);
  // not required by declaration, since not everybody may read the field
  if ((valueAfterWrite(context, 'total_fee') ?? '') === '') fail('total_fee', messages.required);
  const ground = valueAfterWrite(context, 'ground_agency_id');
  if (ground && ground === valueAfterWrite(context, 'agency_id')) fail('ground_agency_id', texts.sameAgency);
}

/** Checks that length and destinations of a trip match its kind. */
export async function checkKind(context: Context): Promise<void> {
  const { tx, values, operation, fail } = context;
  const kind = valueAfterWrite(context, 'kind');
  const [from, to] = [valueAfterWrite(context, 'start_at') ?? 0, valueAfterWrite(context, 'end_at') ?? 0];
  const long = dayTripFault(kind, tripDays({ from, to }, (await context.rowsOf('days')).length));
  if (long) fail('kind', long.message, long.values);
  // a draft from a template starts with the area of its agency and lists the destination as missing
  const isMade = operation === 'add' && Boolean(values.template_id);
  if (isMade || (!values.kind && !values.area_code && !values.destination_areas)) return;
  const stays = await sameDestinationFault(
    tx,
    kind,
    valueAfterWrite(context, 'area_code'),
    valueAfterWrite(context, 'destination_areas'),
  );
  if (stays) fail('destination_areas', stays.message);
}

type Crew = Readonly<Record<'guides' | 'vehicles', readonly Readonly<Record<string, unknown>>[]>>;

/** Crew must be assigned within the times of the trip, even if these have changed since. */
export function checkCrew(context: Context, crew: Crew): void {
  const { fail } = context;
  const [from, to] = [valueAfterWrite(context, 'start_at') ?? 0, valueAfterWrite(context, 'end_at') ?? 0];
  for (const name of ['guides', 'vehicles'] as const)
    for (const [place, { from_at, to_at }] of crew[name].entries()) {
      if (from_at && Number(from_at) < from) fail(`${name}.${place}.from_at`, texts.early, { at: formatMoment(from) });
      if (to_at && Number(to_at) > to) fail(`${name}.${place}.to_at`, texts.late, { at: formatMoment(to) });
    }
}

/** Computes the counts of the tourist list and what depends on them. */
export async function applyTouristCounts(context: Context): Promise<void> {
  const { values } = context;
  const list = (await context.rowsOf('tourists')) as unknown as readonly ListedTourist[];
  const [from, to] = [valueAfterWrite(context, 'start_at') ?? 0, valueAfterWrite(context, 'end_at') ?? 0];
  const counts = countTourists(list, dayOf(from));
  Object.assign(values, counts);
  values.person_days = counts.tourist_count * daysOf({ from, to });
  const fee = Math.round(Number(valueAfterWrite(context, 'total_fee') ?? 0) * 100);
  values.per_capita = counts.tourist_count > 0 ? (Math.round(fee / counts.tourist_count) / 100).toFixed(2) : null;
  // 旅游法 Art. 36: groups leaving or entering the country are accompanied throughout
  values.leader_required = ['inbound', 'outbound'].includes(valueAfterWrite(context, 'kind') ?? '') ? 'yes' : 'no';
}

/**
 * Hash of the tourist list, independent of its order, by which equal lists are found. Tourists added by this write
 * are not stored yet when it is computed.
 */
export async function hashTouristList(context: ChangeContext<typeof itinerary>): Promise<void> {
  const { before, compute, engine, operation } = context;
  const list = operation === 'edit' ? await context.rowsOf('tourists') : [];
  const added = list.flatMap(({ id, id_no }) => (id ? [] : [engine.seal.hash(String(id_no))]));
  compute(
    'list_hash',
    sql`(select md5(string_agg(hash, ',' order by hash)) from (
      select id_no->>'hash' as hash from travel_tourist where itinerary_id = ${before.id} union all select unnest(${added}::text[])) list)`,
  );
}
