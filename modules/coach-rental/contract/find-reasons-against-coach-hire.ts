import { text } from '#kernel/text/text.ts';
import { lastDayOf } from '#kernel/time/shanghai-time.ts';

/** Why a vehicle may not be hired (五不租), in the order of the checks. */
export const reasonsAgainstHire = {
  state: text('车辆未经核验或已停用', 'The vehicle is not verified or is disabled'),
  permit: text('道路运输证在用车期间失效', 'The road transport permit expires during the hire'),
  insurance: text('承运人责任险在用车期间失效', 'The carrier liability insurance expires during the hire'),
  inspection: text('检验有效期不足', 'The inspection expires during the hire'),
  position: text('车辆卫星定位不在线', "The vehicle's satellite positioning is offline"),
  age: text('车辆已超过使用年限', 'The vehicle exceeds its service life'),
  seats: text('座位不足', 'Not enough seats'),
} as const;
export type ReasonAgainstHire = keyof typeof reasonsAgainstHire;

/** Maximum age in years of a coach that carries tourists (机动车强制报废标准规定 Art. 5). */
const maxVehicleYears = 15;
/** Seconds without a position after which a vehicle counts as offline. */
export const maxSilentSeconds = 86_400;

export interface HiredVehicle {
  readonly status: string;
  readonly seats: number;
  readonly permit_valid_to: string;
  readonly insurance_valid_to: string;
  readonly inspect_valid_to: string;
  /** Unix seconds. */
  readonly gps_online_at: number | null;
}

export interface HireToCheck {
  /** Unix seconds. */
  readonly to_at: number;
  readonly people: number;
  readonly registered_on: string;
}

/**
 * Reasons against hiring a vehicle at a moment (Unix seconds). Documents must be valid through the last day of the
 * hire.
 */
export function findReasonsAgainstHire(
  vehicle: HiredVehicle,
  { to_at, people, registered_on }: HireToCheck,
  now: number,
): readonly ReasonAgainstHire[] {
  const last = lastDayOf({ from: 0, to: to_at });
  const faults: readonly (readonly [ReasonAgainstHire, boolean])[] = [
    ['state', !['normal', 'changing'].includes(vehicle.status)],
    ['permit', vehicle.permit_valid_to < last],
    ['insurance', vehicle.insurance_valid_to < last],
    ['inspection', vehicle.inspect_valid_to < last],
    ['position', vehicle.gps_online_at === null || now - vehicle.gps_online_at > maxSilentSeconds],
    ['age', `${Number(registered_on.slice(0, 4)) + maxVehicleYears}${registered_on.slice(4)}` < last],
    // minus the driver's seat
    ['seats', vehicle.seats - 1 < people],
  ];
  return faults.filter(([, is]) => is).map(([fault]) => fault);
}
