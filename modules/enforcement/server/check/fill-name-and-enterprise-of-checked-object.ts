import { sql } from '#server/db/sql.ts';
import type { WriteContext } from '#server/write/hook/write-hooks-of-module.ts';
import type { check } from '../../contract/check/enforcement-check.ts';
import { enforcementCheckRefusalTexts as texts } from './enforcement-check-refusal-texts.ts';

/** Who answers for a checked object, and what it is called. */
interface Named {
  readonly [column: string]: unknown;
  readonly name: string | null;
  readonly enterprise: number | null;
}

/** The reference that names the object, by its kind. */
const referenceOf = {
  enterprise: 'enterprise_id',
  itinerary: 'itinerary_id',
  vehicle: 'vehicle_id',
  guide: 'guide_id',
} as const;

const references = Object.values(referenceOf);

/** Names the object of a check, and finds the enterprise that answers for it. References to objects of another kind are emptied. */
export async function fillNameAndEnterpriseOfCheckedObject({
  tx,
  before,
  values,
  fail,
}: WriteContext<typeof check>): Promise<void> {
  const one = { ...before, ...values };
  const kind = one.object_type;
  if (kind === null || kind === undefined) return;
  const field = kind in referenceOf ? referenceOf[kind as keyof typeof referenceOf] : undefined;
  for (const other of references) if (other !== field && other !== 'enterprise_id' && one[other]) values[other] = null;
  if (!field) return;
  const id = one[field];
  if (!id) {
    fail(field, texts.noObjectChosen);
    return;
  }
  const found = await tx.row<Named>(
    {
      enterprise: sql`select name, id as enterprise from enterprise where id = ${id}`,
      itinerary: sql`select team_no || ' ' || coalesce(route, '') as name, agency_id as enterprise from travel_itinerary where id = ${id}`,
      vehicle: sql`select plate as name, enterprise_id as enterprise from crew_vehicle where id = ${id}`,
      guide: sql`select name, agency_id as enterprise from crew_guide where id = ${id}`,
    }[kind as keyof typeof referenceOf],
  );
  values.object_name = found?.name?.trim() ?? null;
  if (kind !== 'enterprise') values.enterprise_id = one.enterprise_id ?? found?.enterprise ?? null;
}
