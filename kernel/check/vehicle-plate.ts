import { withoutSeparators } from './normalise-width-spaces-and-dashes.ts';

/** The characters with which plates begin, one for each province (GA 36). */
export const PLATE_PROVINCES = '京沪津渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼';

export type PlateKind =
  | 'ordinary'
  | 'new_energy_small'
  | 'new_energy_large'
  | 'trailer'
  | 'training'
  | 'police'
  | 'hong_kong'
  | 'macao'
  | 'trial'
  | 'oversize'
  | 'consulate'
  | 'embassy';

/** Colour of a plate: 蓝, 黄, 渐变绿, 黄绿双拼, 白, 黑. */
export type PlateColor = 'blue' | 'yellow' | 'green' | 'yellow_green' | 'white' | 'black';

export interface Plate {
  /** The normalized plate, as it is stored and compared: 云AD12345. */
  readonly plate: string;
  readonly kind: PlateKind;
  /** 云, for instance; 使 for an embassy. */
  readonly province: string;
  /** Code of the issuing authority, province and letter: 云A. Empty for an embassy. */
  readonly authority: string;
  /** The part after the authority. */
  readonly serial: string;
  /** Whether the vehicle is purely electric; only on new-energy plates. */
  readonly energy?: 'electric' | 'other';
}

const PROVINCE = `[${PLATE_PROVINCES}]`;
/** Serial numbers have no I and O, because these look like 1 and 0. */
const SERIAL = '[A-HJ-NP-Z0-9]';
const SEVEN = new RegExp(`^${PROVINCE}[A-Z]${SERIAL}{4}[A-HJ-NP-Z0-9挂学警港澳试超领]$`);
const NEW_ENERGY_SMALL = new RegExp(`^${PROVINCE}[A-Z][A-HJK]${SERIAL}\\d{4}$`);
const NEW_ENERGY_LARGE = new RegExp(`^${PROVINCE}[A-Z]\\d{5}[A-HJK]$`);
const EMBASSY = /^(?:使\d{6}|\d{6}使)$/;

const SUFFIX_KINDS: Readonly<Record<string, PlateKind>> = {
  挂: 'trailer',
  学: 'training',
  警: 'police',
  港: 'hong_kong',
  澳: 'macao',
  试: 'trial',
  超: 'oversize',
  领: 'consulate',
};

const COLORS: Readonly<Record<PlateKind, readonly PlateColor[]>> = {
  ordinary: ['blue', 'yellow', 'white', 'black'],
  new_energy_small: ['green'],
  new_energy_large: ['yellow_green'],
  trailer: ['yellow'],
  training: ['yellow', 'blue'],
  police: ['white'],
  hong_kong: ['black'],
  macao: ['black'],
  trial: ['yellow', 'blue'],
  oversize: ['yellow', 'blue'],
  consulate: ['black'],
  embassy: ['black'],
};

/** Words that people put before a plate. */
const CALLED = /^(?:机动车|车辆)?(?:车牌(?:号码?)?|号牌(?:号码?)?|牌照(?:号码?)?|车号)[:,，]*(?=.)/;

/**
 * Converts a plate to half-width and upper case, and removes separators, invisible marks and a word in front:
 * 车牌：云A·D12345 becomes 云AD12345.
 */
export function normalizePlate(value: string): string {
  return withoutSeparators(value).replace(CALLED, '').toUpperCase();
}

/** Letters that no serial number contains, with the digits that were misread (GA 36). */
const MISREAD: Readonly<Record<string, string>> = { I: '1', O: '0' };

/** Corrects I and O in the serial number of a normalized plate, or of its beginning, to 1 and 0. */
export const correctPlate = (value: string): string =>
  value.slice(0, 2) + value.slice(2).replace(/[IO]/g, (one) => MISREAD[one] ?? one);

/** Normalizes and parses a plate. Undefined: it has no known format. */
export function parsePlate(value: string): Plate | undefined {
  const plate = normalizePlate(value);
  if (EMBASSY.test(plate)) {
    return { plate, kind: 'embassy', province: '使', authority: '', serial: plate.replace('使', '') };
  }
  if (SEVEN.test(plate)) return assemble(plate, SUFFIX_KINDS[plate.charAt(6)] ?? 'ordinary');
  if (NEW_ENERGY_SMALL.test(plate)) return assemble(plate, 'new_energy_small', plate.charAt(2));
  if (NEW_ENERGY_LARGE.test(plate)) return assemble(plate, 'new_energy_large', plate.charAt(7));
  return undefined;
}

function assemble(plate: string, kind: PlateKind, energyLetter?: string): Plate {
  const parts = { plate, kind, province: plate.charAt(0), authority: plate.slice(0, 2), serial: plate.slice(2) };
  if (energyLetter === undefined) return parts;
  // GA 36-2018: D A B C E purely electric, F G H J K other new energy.
  return { ...parts, energy: 'DABCE'.includes(energyLetter) ? 'electric' : 'other' };
}

/** Whether a value, once normalized, is a vehicle plate of mainland China. */
export function isPlate(value: string): boolean {
  return parsePlate(value) !== undefined;
}

/** Colours in which plates of this kind are issued, the most frequent first. */
export function plateColorsOf(kind: PlateKind): readonly PlateColor[] {
  return COLORS[kind];
}
