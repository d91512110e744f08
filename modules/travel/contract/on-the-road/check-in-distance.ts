import { distanceBetween } from '#kernel/check/coordinate.ts';
import { type Text, text } from '#kernel/text/text.ts';

/** Metres from a stop within which a check-in needs no reason (domain reference, Appendix G). */
export const maxCheckInMetres = 500;

const texts = {
  far: text(
    '距站点约 {distance} 米，超过 500 米，请说明原因',
    'You are about {distance} m from the stop, more than 500 m. Give a reason.',
  ),
  nowhere: text('未取得定位，请说明原因', 'Your position is not known. Give a reason.'),
};

interface Place {
  readonly lng: number;
  readonly lat: number;
}

export interface CheckInDistanceVerdict {
  /** Metres from the stop; null where either place is unknown. */
  readonly distance: number | null;
  /** Why the guide has to give a reason; contains `{distance}`. */
  readonly fault?: Text;
}

/**
 * Whether a check-in needs a reason: more than 500 m from the stop, or without a position (domain reference, Appendix
 * G). A stop without a place has no fence. The phone decides it too, since without a network the server answers too
 * late.
 */
export function judgeCheckInDistance(stop: Place | null, phone: Place | undefined): CheckInDistanceVerdict {
  if (stop === null) return { distance: null };
  if (phone === undefined) return { distance: null, fault: texts.nowhere };
  const distance = Math.round(distanceBetween([phone.lng, phone.lat], [stop.lng, stop.lat]));
  return distance > maxCheckInMetres ? { distance, fault: texts.far } : { distance };
}
