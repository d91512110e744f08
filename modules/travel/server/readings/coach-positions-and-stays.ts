import { distanceBetween } from '#kernel/check/coordinate.ts';
import type { Interval } from '#kernel/time/half-open-interval-in-unix-seconds.ts';

export interface CoachPlace {
  readonly lng: number;
  readonly lat: number;
}

/** Position of a coach at a time, in Unix seconds. */
export interface CoachPosition extends CoachPlace {
  readonly at: number;
}

/** Positions of a coach of a team, in order of time. */
export interface CoachTrack {
  readonly plate: string;
  readonly fixes: readonly CoachPosition[];
}

/** A plate read by a camera, with the place of the camera. */
export interface PlateReadByCamera extends CoachPosition {
  readonly plate: string;
  readonly place: string;
}

/** A period a coach stood still. */
export interface CoachStay extends CoachPlace, Interval {}

/** Readings of the coaches of a team. */
export interface CoachReadings {
  readonly tracks: readonly CoachTrack[];
  readonly cameras: readonly PlateReadByCamera[];
  /** Registered shops near which a coach stood. */
  readonly shops: readonly (CoachPlace & { readonly name: string })[];
}

const metres = (one: CoachPlace, other: CoachPlace): number =>
  distanceBetween([one.lng, one.lat], [other.lng, other.lat]);

/** Metres a standing coach may move, including the error of its device. */
const stands = 150;
/**
 * Seconds without a reading after which a stay is not assumed to continue; with the engine off, devices send nothing.
 */
const silence = 3 * 3600;

/** Stays of at least so many seconds. */
export function staysOfCoach(fixes: readonly CoachPosition[], least: number): CoachStay[] {
  const stays: CoachStay[] = [];
  let first = 0;
  for (let next = 1; next <= fixes.length; next += 1) {
    const [begin, before, one] = [fixes[first] as CoachPosition, fixes[next - 1] as CoachPosition, fixes[next]];
    if (one && one.at - before.at <= silence && metres(begin, one) <= stands) continue;
    if (before.at - begin.at >= least) stays.push({ lng: begin.lng, lat: begin.lat, from: begin.at, to: before.at });
    first = next;
  }
  return stays;
}

/** Metres from a point to the segment between two others, on a plane: accurate enough at these lengths. */
function metresToLeg(point: CoachPlace, from: CoachPlace, to: CoachPlace): number {
  const wide = Math.cos((point.lat * Math.PI) / 180);
  const [dx, dy] = [(to.lng - from.lng) * wide, to.lat - from.lat];
  const [px, py] = [(point.lng - from.lng) * wide, point.lat - from.lat];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / length));
  return metres(point, { lng: from.lng + (to.lng - from.lng) * share, lat: from.lat + (to.lat - from.lat) * share });
}

/** Roads deviate from the straight line in proportion to its length. */
const bends = 0.2;

/** Whether a point is far from all legs between the places of a day: more than `km` plus a fifth of the leg. */
export function isOffRoute(point: CoachPlace, places: readonly CoachPlace[], km: number): boolean {
  const [only] = places;
  if (!only) return false;
  const legs =
    places.length === 1 ? [[only, only] as const] : places.slice(1).map((to, at) => [places[at] as CoachPlace, to]);
  return legs.every(
    ([from, to]) =>
      metresToLeg(point, from as CoachPlace, to as CoachPlace) >
      km * 1000 + bends * metres(from as CoachPlace, to as CoachPlace),
  );
}

/** Periods of at least so many seconds in which all fixes satisfy a condition. */
export function periodsOfMatchingPositions(
  fixes: readonly CoachPosition[],
  least: number,
  holds: (fix: CoachPosition) => boolean,
): CoachStay[] {
  const spells: CoachStay[] = [];
  let begin: CoachPosition | undefined;
  let last: CoachPosition | undefined;
  const close = () => {
    if (begin && last && last.at - begin.at >= least)
      spells.push({ lng: begin.lng, lat: begin.lat, from: begin.at, to: last.at });
    begin = undefined;
  };
  for (const fix of fixes) {
    if (last && fix.at - last.at > silence) close();
    if (holds(fix)) begin ??= fix;
    else close();
    last = fix;
  }
  close();
  return spells;
}
