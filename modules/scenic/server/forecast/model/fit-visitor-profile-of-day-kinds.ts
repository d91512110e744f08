import { type DayKind, dayKinds, isDayOff } from './classify-workday-weekend-or-holiday.ts';
import {
  type DayOfVisitors,
  valueAt,
  type WeatherClass,
  weatherClasses,
} from './day-with-visitor-counts-and-weather-types.ts';
import { medianInPlace } from './median-and-quantile.ts';

/** The typical course of a day of level 0, slot after slot. */
export interface DayProfiles {
  profileOf(kind: DayKind, weather: WeatherClass | null): Float64Array;
}

/** The newest days of a group are enough for its course. */
const most = 60;
/** A group of this many days counts half, the larger group it belongs to the other half. */
const half = 6;

/**
 * The course of the day by kind of day and weather class: medians of the days divided by their levels, so that one
 * strange day changes nothing. Where a group has few days, the larger group it belongs to is mixed in: all days, days off
 * or workdays, the kind, the kind in that weather.
 */
export function fitDayProfiles(days: readonly DayOfVisitors[], levels: Float64Array, slots: number): DayProfiles {
  const groups = new Map<number, Float64Array>();
  const scratch = new Float64Array(most);
  const groupOf = (key: number, parent: Float64Array | undefined, belongs: (day: DayOfVisitors) => boolean) => {
    const fitted = groups.get(key);
    if (fitted) return fitted;
    const profile = fitGroup(days, levels, { slots, parent, scratch, belongs });
    groups.set(key, profile);
    return profile;
  };
  return {
    profileOf(kind, weather) {
      const every = groupOf(0, undefined, () => true);
      const off = isDayOff(kind);
      const side = groupOf(off ? 1 : 2, every, (day) => isDayOff(day.kind) === off);
      const number = 10 * (1 + dayKinds.indexOf(kind));
      const ofKind = groupOf(number, side, (day) => day.kind === kind);
      if (weather === null) return ofKind;
      return groupOf(
        number + 1 + weatherClasses.indexOf(weather),
        ofKind,
        (day) => day.kind === kind && day.weather === weather,
      );
    },
  };
}

interface Group {
  readonly slots: number;
  readonly parent: Float64Array | undefined;
  readonly scratch: Float64Array;
  belongs(day: DayOfVisitors): boolean;
}

function fitGroup(days: readonly DayOfVisitors[], levels: Float64Array, group: Group): Float64Array {
  const { slots, parent, scratch } = group;
  const chosen: number[] = [];
  for (let d = days.length - 1; d >= 0 && chosen.length < most; d--) {
    const day = days[d];
    if (day && group.belongs(day)) chosen.push(d);
  }
  const curves = chosen.map((d) => days[d]?.curve ?? new Float64Array());
  const scales = Float64Array.from(chosen, (d) => Math.exp(-valueAt(levels, d)));
  const profile = new Float64Array(slots);
  for (let slot = 0; slot < slots; slot++) {
    let count = 0;
    for (let n = 0; n < curves.length; n++) {
      const value = valueAt(curves[n] ?? [], slot) * valueAt(scales, n);
      if (!Number.isNaN(value)) scratch[count++] = value;
    }
    const median = medianInPlace(scratch, count);
    if (!parent) profile[slot] = count === 0 ? 0 : median;
    else if (count === 0) profile[slot] = valueAt(parent, slot);
    else profile[slot] = (count * median + half * valueAt(parent, slot)) / (count + half);
  }
  return profile;
}
