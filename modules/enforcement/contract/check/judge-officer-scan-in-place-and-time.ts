import { distanceBetween } from '#kernel/check/coordinate.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { toShanghaiMinute } from '#kernel/time/shanghai-time.ts';

/** Metres from the registered address within which officers scan in without a reason (domain reference §2.I). */
export const maxScanInMetres = 300;

export const scanInTexts = {
  noWindow: text('请先填写检查时间', 'Enter the time of the visit first'),
  outsideWindow: text(
    '约定的检查时间是 {from} 至 {to}，现在不能入企；请先修改检查时间',
    'The visit was arranged for {from} to {to}. Change the time first.',
  ),
  tooFar: text(
    '距登记地址约 {distance} 米，超过 300 米，请说明原因并拍照',
    'You are about {distance} m from the registered address, more than 300 m. Give a reason and take a picture.',
  ),
  noPlace: text('没有定位，请说明所在位置并拍照', 'No position is available: state where you are and take a picture'),
} as const;

interface Point {
  readonly lng: number;
  readonly lat: number;
}

/** How officers are about to enter. */
export interface ScanInToJudge {
  /** Where the device says they are; null: it has no position. */
  readonly place: Point | null;
  /** Where the checked enterprise is registered; null: nowhere, or no enterprise is checked. */
  readonly registered: Point | null;
  readonly reason: string;
  /** Number of pictures of the place. */
  readonly pictures: number;
  /** The time arranged, unix seconds. */
  readonly window_from: number | null;
  readonly window_to: number | null;
  /** Unix seconds; several where both the clock of the server and that of the device may be right. */
  readonly at: readonly number[];
}

/** Why officers cannot enter, at the field that mends it. */
export interface ScanInProblem {
  readonly field: 'window_from' | 'place_reason';
  readonly message: Text;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** Metres from the registered address; undefined: one of the places is missing. */
export const metresFromRegisteredAddress = ({
  place,
  registered,
}: Pick<ScanInToJudge, 'place' | 'registered'>): number | undefined =>
  place && registered
    ? Math.round(distanceBetween([place.lng, place.lat], [registered.lng, registered.lat]))
    : undefined;

/**
 * What keeps officers from entering (domain reference §2.I: in the time arranged; at most 300 m from the object, else with
 * a reason and a picture). Phones ask it before they record the step, and the platform when it arrives.
 */
export function judgeOfficerScanIn(entry: ScanInToJudge): ScanInProblem[] {
  const { place, reason, pictures, window_from, window_to, at } = entry;
  const found: ScanInProblem[] = [];
  if (!window_from || !window_to) found.push({ field: 'window_from', message: scanInTexts.noWindow });
  else if (!at.some((moment) => moment >= window_from && moment <= window_to))
    found.push({
      field: 'window_from',
      message: scanInTexts.outsideWindow,
      values: { from: toShanghaiMinute(window_from * 1000), to: toShanghaiMinute(window_to * 1000) },
    });
  const distance = metresFromRegisteredAddress(entry);
  const needsReason = !place || (distance !== undefined && distance > maxScanInMetres);
  if (needsReason && (reason.trim() === '' || pictures === 0))
    found.push(
      distance === undefined
        ? { field: 'place_reason', message: scanInTexts.noPlace }
        : { field: 'place_reason', message: scanInTexts.tooFar, values: { distance } },
    );
  return found;
}
