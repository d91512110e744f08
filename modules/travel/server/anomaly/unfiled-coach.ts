import { sayAlways, type Text, text } from '#kernel/text.ts';
import { holds } from './interval.ts';
import type { VehicleUse } from './snapshot.ts';

/** A plate a camera read at a gate or a service area. */
export interface Capture {
  readonly plate: string;
  readonly at: number;
  readonly place: string;
  /** The vehicle is licensed to carry tourists. */
  readonly tour_coach: boolean;
}

/** What I14 rests on; it speaks of a vehicle and of no team. */
export const unfiledArticle: Text = text('道路运输条例第六十三条', 'Regulation on road transport, Art. 63');

/** I14: a tour coach on the road for which nobody filed a team (疑似黑车). */
export function findUnfiledCoach(
  { plate, at, place, tour_coach }: Capture,
  filed: readonly Pick<VehicleUse, 'plate' | 'from' | 'to'>[],
): Text | undefined {
  if (!tour_coach || filed.some((one) => one.plate === plate && holds(one, at))) return undefined;
  return sayAlways(
    text('{plate} 在“{place}”出现，没有团队备案', '{plate} was seen at "{place}" without a team on file'),
    {
      plate,
      place,
    },
  );
}
