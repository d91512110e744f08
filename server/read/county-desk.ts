import { areaLevel } from '#kernel/kind/area.ts';
import type { ReferenceCache } from '#server/system/reference-cache.ts';

/** Whether an office does what counties do: a county, or a prefecture without any (东莞市). */
export const isCountyDesk = (reference: Pick<ReferenceCache, 'children'>, areaCode: string): boolean =>
  areaLevel(areaCode) === 3 || (areaLevel(areaCode) === 2 && reference.children(areaCode).length === 0);
