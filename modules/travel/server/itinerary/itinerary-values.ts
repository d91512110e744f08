import { messages } from '#kernel/text/message.ts';
import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { ChangeContext, WriteContext } from '#server/write/hook/hooks.ts';
import type { itinerary } from '../../contract/itinerary/itinerary.ts';
import { dayTripFault, stayFault, travelDays } from '../product/trip-kind.ts';
import { countTourists, type Listed } from './tourist-facts.ts';
import { dayOf, daysOf, formatMoment } from './trip-time.ts';

const texts = {
  order: text('结束时间必须晚于开始时间', 'The end must be after the start'),
  long: text('行程不能超过 60 天', 'A trip cannot exceed 60 days'),
  early: text('不能早于行程出发时间 {at}', 'Must not be before departure at {at}'),
  late: text('不能晚于行程结束时间 {at}', 'Must not be after the end of the trip at {at}'),
  sameAgency: text('地接社不能与组团社相同', 'The local operator must differ from the organising agency'),
};
/** Longest trip that is one team. */
const mostDays = 60;

type Context = WriteContext<typeof itinerary>;

/** What the itinerary will say of itself once this write is stored. */
export const valueAfterWrite = <N extends keyof Context['values']>(
  { values, before }: Pick<Context, 'values' | 'before'>,
  name: N,
): Context['values'][N] | null =>
  values[name] === undefined ? ((before as Context['values'] | undefined)?.[name] ?? null) : values[name];

/** Area, day and five digits; the day is that of departure, so that numbers of a day stand together. */
export function assignTeamNumber(context: Context): void {
  const { values, compute } = context;
  if (!values.area_code || values.start_at === undefined || values.start_at === null) return;
  const day = dayOf(values.start_at).replaceAll('-', '').slice(2);
  compute(
    'team_no',
    sql`${`T${values.area_code.slice(0, 4)}${day}`} || lpad((nextval('travel_team_number') % 100000)::text, 5, '0')`,
  );
}

/** When it begins and ends, and what it costs. */
export function checkTrip(context: Context): void {
  const { fail } = context;
  const [from, to] = [valueAfterWrite(context, 'start_at') ?? 0, valueAfterWrite(context, 'end_at') ?? 0];
  if (to <= from) fail('end_at', texts.order);
  else if (to - from > mostDays * 86_400) fail('end_at', texts.long);
  // not declared so: what is not everybody's to read cannot be asked of everybody
  if ((valueAfterWrite(context, 'total_fee') ?? '') === '') fail('total_fee', messages.required);
  const ground = valueAfterWrite(context, 'ground_agency_id');
  if (ground && ground === valueAfterWrite(context, 'agency_id')) fail('ground_agency_id', texts.sameAgency);
}

/** What its kind says of a team is so: how long it travels, and that it goes somewhere. */
export async function checkKind(context: Context): Promise<void> {
  const { tx, values, operation, fail } = context;
  const kind = valueAfterWrite(context, 'kind');
  const [from, to] = [valueAfterWrite(context, 'start_at') ?? 0, valueAfterWrite(context, 'end_at') ?? 0];
  const long = dayTripFault(kind, travelDays({ from, to }, (await context.rowsOf('days')).length));
  if (long) fail('kind', long.message, long.values);
  // a draft made of a template begins with its agency's own district, and says that its destination is yet to be filled in
  const isMade = operation === 'add' && Boolean(values.template_id);
  if (isMade || (!values.kind && !values.area_code && !values.destination_areas)) return;
  const stays = await stayFault(
    tx,
    kind,
    valueAfterWrite(context, 'area_code'),
    valueAfterWrite(context, 'destination_areas'),
  );
  if (stays) fail('destination_areas', stays.message);
}

type Crew = Readonly<Record<'guides' | 'vehicles', readonly Readonly<Record<string, unknown>>[]>>;

/** Guides and vehicles are with a team while it travels, those too that were assigned when the trip was another. */
export function checkCrew(context: Context, crew: Crew): void {
  const { fail } = context;
  const [from, to] = [valueAfterWrite(context, 'start_at') ?? 0, valueAfterWrite(context, 'end_at') ?? 0];
  for (const name of ['guides', 'vehicles'] as const)
    for (const [place, { from_at, to_at }] of crew[name].entries()) {
      if (from_at && Number(from_at) < from) fail(`${name}.${place}.from_at`, texts.early, { at: formatMoment(from) });
      if (to_at && Number(to_at) > to) fail(`${name}.${place}.to_at`, texts.late, { at: formatMoment(to) });
    }
}

/** Counts follow the list, and what follows from them. */
export async function applyTouristCounts(context: Context): Promise<void> {
  const { values } = context;
  const list = (await context.rowsOf('tourists')) as unknown as readonly Listed[];
  const [from, to] = [valueAfterWrite(context, 'start_at') ?? 0, valueAfterWrite(context, 'end_at') ?? 0];
  const counts = countTourists(list, dayOf(from));
  Object.assign(values, counts);
  values.person_days = counts.tourist_count * daysOf({ from, to });
  const fee = Math.round(Number(valueAfterWrite(context, 'total_fee') ?? 0) * 100);
  values.per_capita = counts.tourist_count > 0 ? (Math.round(fee / counts.tourist_count) / 100).toFixed(2) : null;
  // 旅游法 Art. 36: who leaves or enters the country is accompanied throughout
  values.leader_required = ['inbound', 'outbound'].includes(valueAfterWrite(context, 'kind') ?? '') ? 'yes' : 'no';
}

/**
 * The people of a team in one word, whatever their order: lists are compared by it. Those this write adds are stored with
 * the word itself, and are not there yet when it is made.
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
