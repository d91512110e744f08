import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { RowCondition } from '#kernel/declaration/row-condition-and-move-guard.ts';
import { joinList, type Text, text } from '#kernel/text/text.ts';
import { driver, usableDriver } from './driver.ts';
import { guide, usableGuide } from './guide.ts';
import { usableVehicle, vehicle } from './vehicle.ts';

/** Resources of a tour's crew, with the conditions for choosing them. */
const crew = {
  'crew/guide': { resource: guide, usable: usableGuide },
  'crew/driver': { resource: driver, usable: usableDriver },
  'crew/vehicle': { resource: vehicle, usable: usableVehicle },
} as const;
export type CrewResourceName = keyof typeof crew;

/** Conditions for choosing a row for a tour: usable today, and documents valid until its last day (YYYY-MM-DD). */
export const usableUntilDayConditions = (name: CrewResourceName, lastDay: string): readonly RowCondition[] => [
  ...crew[name].usable,
  [name === 'crew/guide' ? 'valid_to' : 'papers_until', '>=', lastDay],
];

/** Why a row is not usable for a tour, worded for the field it was chosen in. */
export interface UnusableCrewReason {
  readonly reason: 'status' | 'papers';
  readonly message: Text;
}

type Row = Readonly<Record<string, unknown>> & { readonly status: string };

/**
 * Why a guide, driver or vehicle (row in wire form) is not usable until the last day of a tour; undefined if it is. The
 * first day needs no check: a row usable now is verified now.
 */
export function findUnusableCrewReason(
  name: CrewResourceName,
  row: Row,
  lastDay: string,
): UnusableCrewReason | undefined {
  const { resource, usable } = crew[name];
  const called = String(row[resource.title]);
  const states = usable.find(([field]) => field === 'status')?.[2];
  if (!(Array.isArray(states) && states.includes(row.status))) {
    const state = (resource as AnyResource).life?.states as Readonly<Record<string, Text>> | undefined;
    const stateText = state?.[row.status] ?? text(row.status, row.status);
    return {
      reason: 'status',
      message: text(`${called}${stateText['zh-cn']}，不能选用`, `${called} cannot be chosen: ${stateText.en}`),
    };
  }
  const papers = Object.keys(resource.ends?.papers ?? {});
  const short = papers.filter((day) => typeof row[day] === 'string' && row[day] < lastDay);
  if (short.length === 0) return undefined;
  const labels = short.map((day) => paperOf(resource, day));
  const labelsIn = (locale: 'zh-cn' | 'en') =>
    joinList(
      labels.map((one) => one[locale]),
      locale,
    );
  // domain reference Appendix H
  return {
    reason: 'papers',
    message: text(
      `${called} 证件将于行程期间到期（${labelsIn('zh-cn')}）`,
      `${called} expires during the trip (${labelsIn('en')})`,
    ),
  };
}

function paperOf(resource: AnyResource, day: string): Text {
  const paper = (resource.ends?.papers as Readonly<Record<string, Text>> | undefined)?.[day];
  return paper ?? (resource.fields[day] as AnyField).label;
}
