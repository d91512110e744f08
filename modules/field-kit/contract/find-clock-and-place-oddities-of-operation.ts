import { distanceBetween } from '#kernel/check/coordinate.ts';
import type { operationOddities } from './field-operation-kind-outcome-and-oddity-options.ts';
import type { Operation, OperationPlace } from './offline-check-operation-and-sync-answer-format.ts';

export type Oddity = keyof typeof operationOddities;

/** Ms by which a phone's clock may differ. */
export const toleratedClockDifferenceMs = 5 * 60_000;

const limits = {
  clock: toleratedClockDifferenceMs,
  /** Ms by which two clocks of one run may diverge. */
  drift: 60_000,
  /** Metres. */
  accuracy: 100,
  /** Ms between a position and its operation. */
  age: 2 * 60_000,
  /** Metres per second. */
  speed: 250 / 3.6,
  /** Ms before the scan-in at which a picture may have been taken. */
  picture: 12 * 3_600_000,
} as const;

/** Unix ms, by the server's clock, between which an operation can only have been made. */
interface Bounds {
  /** When the phone fetched the copy it was made on. */
  readonly earliest?: number;
  readonly now?: number;
}

type Traced = Pick<Operation, 'at' | 'monotonic' | 'run' | 'place' | 'content'>;

/**
 * Oddities of an operation. `before` is the previous one of the same phone; `skew` is how many ms the server's clock was
 * ahead of the phone's when the phone sent it: one that is sent late has not therefore a wrong clock.
 */
export function findClockAndPlaceOdditiesOfOperation(
  one: Traced,
  before: Traced | undefined,
  skew: number,
  { earliest, now }: Bounds = {},
): readonly Oddity[] {
  const found: Oddity[] = [];
  if (Math.abs(skew) > limits.clock) found.push('clock_off');
  const drift = before?.run === one.run ? one.at - before.at - (one.monotonic - before.monotonic) : 0;
  const at = one.at + (Math.abs(skew) > limits.clock ? skew : 0);
  const isImpossible = at < (earliest ?? at) - limits.clock || at > (now ?? at) + limits.clock;
  if (Math.abs(drift) > limits.drift || isImpossible) found.push('clock_changed');
  found.push(...placeOddities(one, before));
  const pictures = 'pictures' in one.content ? one.content.pictures : [];
  if (pictures.some(({ captured_at }) => captured_at < one.at - limits.picture || captured_at > one.at + limits.clock))
    found.push('old_picture');
  return found;
}

function placeOddities({ place, at, run, monotonic }: Traced, before: Traced | undefined): readonly Oddity[] {
  if (!place) return ['no_place'];
  const found: Oddity[] = [];
  if (place.accuracy > limits.accuracy) found.push('inaccurate');
  if (Math.abs(at - place.at) > limits.age) found.push('old_place');
  const from = before?.place;
  if (from && before) {
    const metres = distanceBetween([from.lng, from.lat], [place.lng, place.lat]) - from.accuracy - place.accuracy;
    const ms = before.run === run ? monotonic - before.monotonic : at - before.at;
    if (metres > 500 && ms >= 0 && metres / Math.max(1, ms / 1000) > limits.speed) found.push('leap');
  }
  if (looksSimulated(place, from ?? undefined)) found.push('mock_place');
  return found;
}

/**
 * Programs that simulate a position report an accuracy that no receiver reaches, coordinates rounded as a person types
 * them, or the same fix to the last digit again, taken at another time.
 */
function looksSimulated(place: OperationPlace, before: OperationPlace | undefined): boolean {
  if (place.accuracy < 1) return true;
  const typed = [place.lng, place.lat].every((degrees) => Math.abs(degrees * 1000 - Math.round(degrees * 1000)) < 1e-9);
  if (typed) return true;
  return (
    before !== undefined &&
    place.accuracy < 20 &&
    before.at !== place.at &&
    Math.abs(place.at - before.at) > 60_000 &&
    before.lng === place.lng &&
    before.lat === place.lat &&
    before.accuracy === place.accuracy
  );
}
