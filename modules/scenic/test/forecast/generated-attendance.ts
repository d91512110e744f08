import { readCalendar } from '#data/reference/read.ts';
import { addDays, weekdayOf } from '#kernel/time/shanghai-time.ts';
import {
  createKindOfDay,
  type DayKind,
} from '#modules/scenic/server/forecast/model/classify-workday-weekend-or-holiday.ts';
import type {
  DayOfVisitors,
  WeatherClass,
} from '#modules/scenic/server/forecast/model/day-with-visitor-counts-and-weather-types.ts';
import { type Random, seededRandom } from '../../../../test/fuzz/seeded-random.ts';

/** Opening hours of generated spots: 8:00 to 18:00 in quarters of an hour. */
export const slotsPerHour = 4;
export const generatedSlots = 40;

/** The kinds of day of the shipped calendar, with the usual school holidays. */
export const kindOfDay = createKindOfDay(readCalendar(), [
  ['01-20', '02-20'],
  ['07-10', '08-31'],
]);

const kinds: Readonly<Record<DayKind, number>> = {
  workday: 1,
  school_holiday: 1.5,
  holiday_eve: 1.25,
  weekend: 2,
  holiday_first: 2.6,
  holiday_middle: 3.4,
  holiday_last: 2.2,
};
const weather: Readonly<Record<WeatherClass, number>> = { clear: 1.05, cloudy: 1, rain: 0.65, severe: 0.3 };

/**
 * Days of a spot as its gates might have counted them, the same for the same seed: seasons, weekdays, holidays of the
 * shipped calendar, weather, days that are busy for no visible reason, busy and quiet hours; on some days an event that
 * doubles the crowd; hours and days without readings; reservations at every other spot.
 */
export function generateAttendance(seed: number, { from, days }: { from: string; days: number }): DayOfVisitors[] {
  const random = seededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  const size = 200 * Math.exp(1.2 * random.next() * 2);
  const weekdays = Array.from({ length: 7 }, () => Math.exp(0.08 * normal()));
  const [peak, crowding, takesReservations] = [14 + 8 * random.next(), 0.6 + 0.4 * random.next(), random.chance(0.5)];
  const [season, phase] = [0.15 + 0.25 * random.next(), random.next() * 2 * Math.PI];
  let [trend, mood, sky] = [0, 0, 'clear' as WeatherClass];
  return Array.from({ length: days }, (_, n): DayOfVisitors => {
    const date = addDays(from, n);
    const kind = kindOfDay(date);
    sky = nextWeather(sky, random);
    trend += 0.015 * normal();
    mood = 0.4 * mood + 0.13 * normal();
    const plan =
      size *
      kinds[kind] ** crowding *
      (weekdays[weekdayOf(date)] ?? 1) *
      Math.exp(trend + season * Math.sin((2 * Math.PI * n) / 365 + phase));
    const event = random.chance(0.012) ? 2 : 1;
    const level = plan * weather[sky] * Math.exp(mood) * event;
    const reserved = takesReservations ? Math.round(0.5 * plan * Math.exp(0.8 * mood + 0.1 * normal())) : null;
    const shift = (kind === 'workday' ? 0 : 1) + 1.2 * normal();
    const curve = drawCurve({ level, peak: peak + shift, normal });
    removeReadings(curve, random);
    return { date, kind, weather: random.chance(0.03) ? null : sky, reserved, curve };
  });
}

function nextWeather(sky: WeatherClass, random: Random): WeatherClass {
  if (random.chance(0.45)) return sky;
  const drawn = random.next();
  return drawn < 0.5 ? 'clear' : drawn < 0.78 ? 'cloudy' : drawn < 0.97 ? 'rain' : 'severe';
}

/** Visitors inside: they come around the peak and go, more or fewer than usual for an hour or so. */
function drawCurve({ level, peak, normal }: { level: number; peak: number; normal: () => number }): Float64Array {
  const curve = new Float64Array(generatedSlots);
  let crowd = 0;
  for (let slot = 0; slot < generatedSlots; slot++) {
    crowd = 0.88 * crowd + 0.06 * normal();
    const width = slot < peak ? 7 : 11;
    const typical = Math.exp(-0.5 * ((slot - peak) / width) ** 2);
    curve[slot] = Math.round(level * typical * Math.exp(crowd));
  }
  return curve;
}

function removeReadings(curve: Float64Array, random: Random): void {
  if (random.chance(0.015)) curve.fill(Number.NaN);
  else if (random.chance(0.06)) {
    const first = random.below(generatedSlots);
    curve.fill(Number.NaN, first, first + 2 + random.below(10));
  }
}
