import { parsePlate, plateColorsOf } from '#kernel/check/vehicle-plate.ts';
import { isVin, normalizeVin } from '#kernel/check/vin.ts';
import { type Text, text } from '#kernel/text/text.ts';
import type { RowValues } from '#server/write/hook/change-rows-request-type.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { plateColors } from '../contract/crew-options.ts';
import { type Vehicle, vehicle } from '../contract/vehicle.ts';
import { crewNotVerifiedNotification } from './crew-record-not-verified-message.ts';
import { refuseCrewOfClosedEnterprise } from './refuse-crew-of-closed-enterprise.ts';

const vin = text(
  '车辆识别代号为 17 位，不含字母 I、O、Q',
  'A vehicle identification number has 17 characters, without I, O or Q',
);

/**
 * Persons a vehicle type may be licensed for, including the driver (GA 802). A vehicle may also be large by its length.
 */
const licensed = { small: [2, 9], medium: [10, 19], large: [10, 80] } as const;

const suits = (colors: readonly Text[]): Text =>
  text(
    `该号牌的颜色应为${colors.map((one) => one['zh-cn']).join('、')}`,
    `A plate of this shape is ${colors.map((one) => one.en.toLowerCase()).join(' or ')}`,
  );

type Fail = WriteContext<typeof vehicle>['fail'];

/**
 * Checks fields against each other, as they will be stored: plate and colour, type and seats. Checks and normalizes the
 * VIN in `input`.
 */
function check(input: RowValues<typeof vehicle>, before: Readonly<Vehicle> | undefined, fail: Fail): void {
  const all = { ...before, ...input };
  const plate = all.plate ? parsePlate(all.plate) : undefined;
  const colors = plate ? plateColorsOf(plate.kind) : [];
  if (plate && all.plate_color && !colors.includes(all.plate_color))
    fail('plate_color', suits(colors.map((one) => plateColors[one])));
  if (input.vin) {
    if (isVin(input.vin)) input.vin = normalizeVin(input.vin);
    else fail('vin', vin);
  }
  if (!all.type || !all.seats) return;
  const [least, most] = licensed[all.type];
  if (all.seats < least || all.seats > most)
    fail(
      'seats',
      text(`该车型核定载客为 ${least}–${most} 人`, `A vehicle of this type is for ${least} to ${most} people`),
    );
}

const returned = crewNotVerifiedNotification(vehicle, 'plate');

/** Hooks of vehicles: check plate, VIN and seats, and refuse vehicles of closed enterprises. */
export const vehicleWriteHooks: WriteHooks<typeof vehicle> = {
  async add(context) {
    check(context.values, undefined, context.fail);
    await refuseCrewOfClosedEnterprise(context);
  },
  async edit(context) {
    check(context.values, context.before, context.fail);
    await refuseCrewOfClosedEnterprise(context);
  },
  notify: { return: returned, refuseChange: returned },
  moves: {
    change: ({ proposed, before, fail }) => check(proposed, before, fail),
  },
};
