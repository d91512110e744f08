import type { AnyResource } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { text, textIn } from '#kernel/text/text.ts';
import type { Controller } from '#server/http/controller.ts';
import { call, callsForOfficersAndMembers } from '#server/http/declare-http-call-with-validated-input.ts';
import { list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { badParameter } from '#server/refusal.ts';
import { itinerary } from '../../contract/itinerary/team-itinerary.ts';
import { product } from '../../contract/product/tour-product.ts';
import {
  findDayTripMismatch,
  findSameDestinationMismatch,
  lengthOfTripInDays,
  type TripKindMismatch,
} from '../product/find-trip-kind-mismatches.ts';

/** Most destinations of one request. */
const mostDestinations = 100;

/** `GET tripFaults`: contradictions between the kind of a trip and its length or destinations, each at its field. */
const tripFaults = (of: AnyResource, kindField: 'kind' | 'category') =>
  call({
    gate: 'login',
    summary: text(
      `${of.label['zh-cn']}：填写中的类型、天数与目的地是否矛盾`,
      `${of.label.en}: whether type, days and destination contradict each other while they are filled in`,
    ),
    limit: { perMinute: 120 },
    input: {
      kind: field.text(text('类型', 'Type')),
      start_at: field.datetime(text('出发时间（Unix 秒）', 'Departure (Unix seconds)')),
      end_at: field.datetime(text('结束时间（Unix 秒）', 'End (Unix seconds)')),
      days: field.integer(text('每日安排的天数', 'Days of the plan'), { min: 0 }),
      from: field.text(text('出发地代码', 'Code of the departure place')),
      destinations: field.references(text('目的地编号，用逗号分隔', 'IDs of destinations, separated by commas'), {
        to: 'system/area',
      }),
    },
    answer: object({ list: list(object({ field: string, message: string })) }),
    async run({ engine, caller, input }) {
      const kind = input.kind ?? '';
      const destinations = input.destinations ?? [];
      if (destinations.length > mostDestinations) throw badParameter();
      const trip = { from: input.start_at ?? 0, to: input.end_at ?? 0 };
      const faults: readonly (readonly [string, TripKindMismatch | undefined])[] = [
        [kindField, findDayTripMismatch(kind, lengthOfTripInDays(trip, input.days ?? 0))],
        ['destination_areas', await findSameDestinationMismatch(engine.db, kind, input.from ?? '', destinations)],
      ];
      return {
        list: faults.flatMap(([name, fault]) =>
          fault ? [{ field: name, message: textIn(fault.message, caller.locale, fault.values) }] : [],
        ),
      };
    },
  });

export const checkTripKindInFormControllers: readonly Controller[] = [
  ...callsForOfficersAndMembers('travel.itinerary', `${itinerary.name}/index`, {
    tripFaults: tripFaults(itinerary, 'kind'),
  }),
  ...callsForOfficersAndMembers('travel.product', `${product.name}/index`, {
    tripFaults: tripFaults(product, 'category'),
  }),
];
