import { field } from '#kernel/field/field.ts';
import { text, textIn } from '#kernel/text/text.ts';
import { wholeNumberOf } from '#kernel/wire/whole-number.ts';
import type { CallDescription, CallDescriptions } from '#server/http/call-description.ts';
import type { Action, Call, Controller } from '#server/http/controller.ts';
import { list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { badParameter } from '#server/refusal.ts';
import { itinerary } from '../../contract/itinerary/itinerary.ts';
import { product } from '../../contract/product/product.ts';
import {
  dayTripContradiction,
  sameDestinationContradiction,
  type TripContradiction,
  tripDays,
} from '../product/trip-contradictions.ts';

/** Most destinations of one request. */
const mostDestinations = 100;

const readCount = (value: unknown): number => {
  if (value === undefined || value === '') return 0;
  const count = wholeNumberOf(value);
  if (count === undefined) throw badParameter();
  return count;
};

/** `GET tripFaults`: contradictions between the kind of a trip and its length or destinations, each at its field. */
const tripFaults =
  (kindField: 'kind' | 'category') =>
  async ({ engine, caller, query }: Call) => {
    const kind = String(query.kind ?? '');
    const destinations = String(query.destinations ?? '')
      .split(',')
      .filter((one) => one !== '')
      .map(readCount);
    if (destinations.length > mostDestinations) throw badParameter();
    const trip = { from: readCount(query.start_at), to: readCount(query.end_at) };
    const faults: readonly (readonly [string, TripContradiction | undefined])[] = [
      [kindField, dayTripContradiction(kind, tripDays(trip, readCount(query.days)))],
      [
        'destination_areas',
        await sameDestinationContradiction(engine.db, kind, String(query.from ?? ''), destinations),
      ],
    ];
    return {
      list: faults.flatMap(([name, fault]) =>
        fault ? [{ field: name, message: textIn(fault.message, caller.locale, fault.values) }] : [],
      ),
    };
  };

const pages = [
  [itinerary, 'travel.itinerary', 'kind'],
  [product, 'travel.product', 'category'],
] as const;

export const tripContradictionControllers: readonly Controller[] = pages.flatMap(([resource, name, kindField]) => {
  const action = { perMinute: 120, handle: tripFaults(kindField) };
  const officers: Action = { ...action, gate: 'rule', node: `${resource.name}/index` };
  const members: Action = { ...action, gate: 'login' };
  return [
    { app: 'admin', name, actions: { tripFaults: officers } },
    { app: 'api', name, actions: { tripFaults: members } },
  ] as const;
});

const describeCall = (resource: {
  readonly label: { readonly 'zh-cn': string; readonly en: string };
}): CallDescription => ({
  summary: text(
    `${resource.label['zh-cn']}：填写中的类型、天数与目的地是否矛盾`,
    `${resource.label.en}: whether type, days and destination contradict each other while they are filled in`,
  ),
  query: {
    kind: field.text(text('类型', 'Type')),
    start_at: field.integer(text('出发时间（Unix 秒）', 'Departure (Unix seconds)')),
    end_at: field.integer(text('结束时间（Unix 秒）', 'End (Unix seconds)')),
    days: field.integer(text('每日安排的天数', 'Days of the plan')),
    from: field.text(text('出发地代码', 'Code of the departure place')),
    destinations: field.text(text('目的地编号，用逗号分隔', 'IDs of destinations, separated by commas')),
  },
  data: object({ list: list(object({ field: string, message: string })) }),
});

export const tripContradictionCalls: CallDescriptions = Object.fromEntries(
  pages.flatMap(([resource, name]) =>
    ['admin', 'api'].map((app) => [`${app}/${name}/tripFaults`, describeCall(resource)]),
  ),
);
