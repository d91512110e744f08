import { type Text, text } from '#kernel/text/text.ts';

/** An area of a spot as it is measured. */
export interface MeasuredArea {
  readonly name: string;
  /** Effective area X, in m². */
  readonly area_m2: number;
  /** Area that a visitor needs, Y, in m². */
  readonly per_person_m2: number;
  /** How many a facility such as a cable car or boat holds, D. */
  readonly facility_limit?: number | null;
}

export interface CapacityInput {
  readonly areas: readonly MeasuredArea[];
  /** Minutes for which the spot is open, T. */
  readonly open_minutes: number;
  /** Mean minutes of a visit, t. */
  readonly visit_minutes: number;
}

export interface Capacity {
  /** C1: how many can be inside at one moment. */
  readonly instant: number;
  /** C2: how many can visit in a day. */
  readonly daily: number;
  /** Int(T/t): how often the spot fills in a day. */
  readonly turns: number;
  /** ΣX/Y before facilities are looked at. */
  readonly byArea: number;
  /** What the facilities hold, if any area has one. */
  readonly facilities: number | null;
}

export const capacityFaults = {
  noAreas: text('请填写至少一个区域', 'Enter at least one area'),
  notPositive: text('瞬时承载量必须大于零', 'Instant capacity must be positive'),
  tooLong: text('平均游览时间不能超过开放时间', 'Visit time exceeds opening time'),
} as const satisfies Readonly<Record<string, Text>>;
export type CapacityFault = keyof typeof capacityFaults;

/** ΣX/Y in whole visitors; a hair above a whole number is floating-point noise. */
const whole = (n: number): number => Math.floor(n + 1e-9);
const held = ({ area_m2, per_person_m2 }: MeasuredArea): number => area_m2 / per_person_m2;

/**
 * The carrying capacity of a spot by LB/T 034-2014: C1 = ΣXi/Yi, C2 = C1 × Int(T/t). Where areas have facilities, C1 is at
 * most what these hold, an area without one counting as it is.
 */
export function calculateCapacity({ areas, open_minutes, visit_minutes }: CapacityInput): Capacity | CapacityFault {
  if (areas.length === 0) return 'noAreas';
  const isPositive = (n: number) => Number.isFinite(n) && n > 0;
  if (!areas.every((one) => isPositive(one.area_m2) && isPositive(one.per_person_m2))) return 'notPositive';
  if (!isPositive(open_minutes) || !isPositive(visit_minutes)) return 'notPositive';
  if (visit_minutes > open_minutes) return 'tooLong';
  const byArea = whole(areas.reduce((sum, one) => sum + held(one), 0));
  const hasFacility = areas.some((one) => typeof one.facility_limit === 'number');
  const facilities = hasFacility ? whole(areas.reduce((sum, one) => sum + (one.facility_limit ?? held(one)), 0)) : null;
  const instant = Math.min(byArea, facilities ?? byArea);
  if (instant < 1) return 'notPositive';
  const turns = Math.floor(open_minutes / visit_minutes);
  return { instant, daily: instant * turns, turns, byArea, facilities };
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const written = (n: number): string => number.format(n);

/** The calculation with its numbers, line by line, in both languages. */
export function explainCapacity({ areas, open_minutes, visit_minutes }: CapacityInput, found: Capacity): Text {
  const lines = areas.map(({ name, area_m2, per_person_m2, facility_limit }) => {
    const size = `${written(area_m2)} ÷ ${written(per_person_m2)} = ${written(area_m2 / per_person_m2)}`;
    const limit = typeof facility_limit === 'number' ? written(facility_limit) : undefined;
    return text(
      `${name}：${size}${limit === undefined ? '' : `，设施 ${limit}`}`,
      `${name}: ${size}${limit === undefined ? '' : `, facility ${limit}`}`,
    );
  });
  const sum = text(`ΣXi/Yi = ${written(found.byArea)}`, `ΣXi/Yi = ${written(found.byArea)}`);
  const least =
    found.facilities === null
      ? []
      : [
          text(
            `设施承载量 D = ${written(found.facilities)}；C1 = min(${written(found.byArea)}, ${written(found.facilities)})`,
            `Facilities hold D = ${written(found.facilities)}; C1 = min(${written(found.byArea)}, ${written(found.facilities)})`,
          ),
        ];
  const c1 = `C1 = ${written(found.instant)}`;
  const c2 = `C2 = C1 × Int(T/t) = ${written(found.instant)} × Int(${written(open_minutes)} ÷ ${written(visit_minutes)}) = ${written(found.instant)} × ${found.turns} = ${written(found.daily)}`;
  const all = [...lines, sum, ...least, text(c1, c1), text(c2, c2)];
  return text(all.map((one) => one['zh-cn']).join('\n'), all.map((one) => one.en).join('\n'));
}
