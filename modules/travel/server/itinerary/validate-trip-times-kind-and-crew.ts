import { text } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import {
  findDayTripMismatch,
  findSameDestinationMismatch,
  lengthOfTripInDays,
} from '../product/find-trip-kind-mismatches.ts';
import { formatTripMoment } from '../product/trip-times-as-text-and-calendar-days.ts';
import { type ItineraryWriteContext, itineraryFieldValueAfterWrite } from './itinerary-field-value-after-write.ts';

const texts = {
  order: text('结束时间必须晚于开始时间', 'The end must be after the start'),
  long: text('行程不能超过 60 天', 'A trip cannot exceed 60 days'),
  early: text('不能早于行程出发时间 {at}', 'Must not be before departure at {at}'),
  late: text('不能晚于行程结束时间 {at}', 'Must not be after the end of the trip at {at}'),
  sameAgency: text('地接社不能与组团社相同', 'The local operator must differ from the organising agency'),
};
/** Longest trip in days. */
const maxTripDays = 60;

/** Checks times, fee and agencies of a trip. */
export function validateTripTimesFeeAndAgencies(context: ItineraryWriteContext): void {
  const { fail } = context;
  const [from, to] = [
    itineraryFieldValueAfterWrite(context, 'start_at') ?? 0,
    itineraryFieldValueAfterWrite(context, 'end_at') ?? 0,
  ];
  if (to <= from) fail('end_at', texts.order);
  else if (to - from > maxTripDays * 86_400) fail('end_at', texts.long);
  // not required by declaration, since not everybody may read the field
  if ((itineraryFieldValueAfterWrite(context, 'total_fee') ?? '') === '')
    fail('total_fee', validationMessages.required);
  const ground = itineraryFieldValueAfterWrite(context, 'ground_agency_id');
  if (ground && ground === itineraryFieldValueAfterWrite(context, 'agency_id'))
    fail('ground_agency_id', texts.sameAgency);
}

/** Checks that length and destinations of a trip match its kind. */
export async function validateTripMatchesKind(context: ItineraryWriteContext): Promise<void> {
  const { tx, values, operation, fail } = context;
  const kind = itineraryFieldValueAfterWrite(context, 'kind');
  const [from, to] = [
    itineraryFieldValueAfterWrite(context, 'start_at') ?? 0,
    itineraryFieldValueAfterWrite(context, 'end_at') ?? 0,
  ];
  const long = findDayTripMismatch(kind, lengthOfTripInDays({ from, to }, (await context.rowsOf('days')).length));
  if (long) fail('kind', long.message, long.values);
  // a draft from a template starts with the area of its agency and lists the destination as missing
  const isMade = operation === 'add' && Boolean(values.template_id);
  if (isMade || (!values.kind && !values.area_code && !values.destination_areas)) return;
  const stays = await findSameDestinationMismatch(
    tx,
    kind,
    itineraryFieldValueAfterWrite(context, 'area_code'),
    itineraryFieldValueAfterWrite(context, 'destination_areas'),
  );
  if (stays) fail('destination_areas', stays.message);
}

type Crew = Readonly<Record<'guides' | 'vehicles', readonly Readonly<Record<string, unknown>>[]>>;

/** Crew must be assigned within the times of the trip, even if these have changed since. */
export function validateCrewWithinTrip(context: ItineraryWriteContext, crew: Crew): void {
  const { fail } = context;
  const [from, to] = [
    itineraryFieldValueAfterWrite(context, 'start_at') ?? 0,
    itineraryFieldValueAfterWrite(context, 'end_at') ?? 0,
  ];
  for (const name of ['guides', 'vehicles'] as const)
    for (const [place, { from_at, to_at }] of crew[name].entries()) {
      if (from_at && Number(from_at) < from)
        fail(`${name}.${place}.from_at`, texts.early, { at: formatTripMoment(from) });
      if (to_at && Number(to_at) > to) fail(`${name}.${place}.to_at`, texts.late, { at: formatTripMoment(to) });
    }
}
