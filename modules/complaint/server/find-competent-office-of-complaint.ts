import { type Text, text } from '#kernel/text/text.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';

/** Why an office has jurisdiction (rule of 2026 on tourism complaints; domain reference §2.L). */
export const jurisdictionGrounds = {
  domicile: text('被投诉人住所地', 'Domicile of the respondent'),
  event: text('纠纷发生地', 'Place of the dispute'),
  harm: text('须立即制止损害的，损害行为发生地优先', 'Harm to be stopped at once: the place of the harm comes first'),
} as const satisfies Record<string, Text>;

export interface CompetentOffice {
  readonly area_code: string;
  readonly ground: keyof typeof jurisdictionGrounds;
}

interface Circumstances {
  /** Key of the enterprise complained about, if it is on the platform. */
  readonly respondent?: number | undefined;
  /** Code of the area of the event, if it is a division. */
  readonly eventArea: string | undefined;
  /** Harm must be stopped at once. */
  readonly urgent: boolean;
}

/** The areas whose offices have jurisdiction, the one that comes first first. */
export async function competentOffices(
  db: Queryable,
  { respondent, eventArea, urgent }: Circumstances,
): Promise<CompetentOffice[]> {
  const domicile = respondent
    ? await db.row<{ area_code: string }>(sql`select area_code from enterprise where id = ${respondent}`)
    : undefined;
  const offices: CompetentOffice[] = domicile ? [{ area_code: domicile.area_code, ground: 'domicile' }] : [];
  if (eventArea === undefined) return offices;
  if (urgent) offices.unshift({ area_code: eventArea, ground: 'harm' });
  else if (domicile?.area_code !== eventArea) offices.push({ area_code: eventArea, ground: 'event' });
  return offices;
}

/** The area whose office receives a complaint filed by the complainant. Undefined: it cannot be determined. */
export const competentArea = async (db: Queryable, given: Circumstances): Promise<string | undefined> =>
  (await competentOffices(db, given))[0]?.area_code;

/** Digits of a division code that name it: the zeros of lower levels are left out. */
const prefixOf = (code: string): string => code.replace(/(00){1,2}$/, '');

/** The office that should handle a complaint instead of that of `area`; undefined: that one, or one above or below it, may. */
export function betterOffice(offices: readonly CompetentOffice[], area: string): CompetentOffice | undefined {
  const may = offices.some(
    ({ area_code }) => area_code.startsWith(prefixOf(area)) || area.startsWith(prefixOf(area_code)),
  );
  return may ? undefined : offices[0];
}
