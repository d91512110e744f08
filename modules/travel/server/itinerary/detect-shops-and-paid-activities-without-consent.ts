import { sql } from '#server/db/sql.ts';
import type { ChangeContext } from '#server/write/hook/write-hooks-of-module.ts';
import type { itinerary } from '../../contract/itinerary/team-itinerary.ts';

interface StoredStop {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly name: string;
  readonly shop: boolean;
  readonly extra: boolean;
}

/** What needs consent at a stop; a shop may also be a paid activity. */
const termsOf = ({ id, name, shop, extra }: StoredStop): string[] => [
  ...(shop ? [`shop ${id} ${name}`] : []),
  ...(extra ? [`extra ${id} ${name}`] : []),
];

/**
 * Whether a change adds a shop or a paid activity that tourists have not consented to. A stop counts as agreed if its
 * row, name and kind are unchanged (旅游法 Art. 35).
 */
export async function addsShopOrPaidActivityWithoutConsent({
  tx,
  before,
  rowsOf,
}: Pick<ChangeContext<typeof itinerary>, 'tx' | 'before' | 'rowsOf'>): Promise<boolean> {
  const stored = await tx.rows<StoredStop>(sql`
    select id, name, poi_type = 'shop' as shop, coalesce(is_optional_paid, false) as extra
    from travel_itinerary_stop where itinerary_id = ${before.id}`);
  const agreed = new Set(stored.flatMap(termsOf));
  const planned = (await rowsOf('stops')).flatMap(({ id, name, poi_type, is_optional_paid }) =>
    termsOf({ id: Number(id ?? 0), name: String(name), shop: poi_type === 'shop', extra: is_optional_paid === '1' }),
  );
  return planned.some((term) => !agreed.has(term));
}
