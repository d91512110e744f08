import { readDivisions } from '#data/reference/read.ts';
import type { OfficeLevel } from '#kernel/declaration/lifecycle.ts';
import { areaLevel } from '#kernel/kind/linked/area.ts';
import type { Caller } from '#server/caller.ts';
import type { ReferenceCache } from '#server/system/division-calendar-and-deadline-rule-cache.ts';

let groups: ReadonlySet<string> | undefined;

/** Codes between a province and its counties without an office (市辖区, 省直辖县级行政区划). */
function groupCodes(): ReadonlySet<string> {
  groups ??= new Set(
    readDivisions()
      .filter((one) => one.placeholder)
      .map((one) => one.code),
  );
  return groups;
}

/** Whether an office has the duties of a county: a county, or a prefecture without counties (东莞市). */
export const hasCountyDuties = (reference: Pick<ReferenceCache, 'children'>, areaCode: string): boolean =>
  areaLevel(areaCode) === 3 || (areaLevel(areaCode) === 2 && reference.children(areaCode).length === 0);

/**
 * The division codes of the areas in which a caller takes the steps of an office level. '' stands for the caller's
 * whole scope. Where a level has no office, the next higher office takes its place: a prefecture without counties (东莞市)
 * acts as a county, and a province acts as the prefecture for counties directly below it (省直辖县, districts of a
 * municipality).
 */
export function areasWhereCallerActsAtOfficeLevel(
  reference: ReferenceCache,
  caller: Caller,
  officeLevel: OfficeLevel,
): readonly string[] {
  if (caller.super || caller.type === 'system') return [''];
  const own = caller.areaCode;
  if (own === '' || own === '100000') return [];
  const level = areaLevel(own);
  if (officeLevel === 3) return hasCountyDuties(reference, own) ? [''] : [];
  if (level === 1)
    return reference
      .children(own)
      .map((one) => one.code)
      .filter((code) => groupCodes().has(code));
  return level === 2 ? [''] : [];
}
