import { sql } from '#server/db/sql.ts';
import type { ChangeContext } from '#server/write/hook/hooks.ts';
import type { itinerary } from '../../contract/itinerary/itinerary.ts';

interface Agreed {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly name: string;
  readonly shop: boolean;
  readonly extra: boolean;
}

/** What tourists agree to at a stop, each by itself: a shop may be paid for as well. */
const termsOf = ({ id, name, shop, extra }: Agreed): string[] => [
  ...(shop ? [`shop ${id} ${name}`] : []),
  ...(extra ? [`extra ${id} ${name}`] : []),
];

/**
 * Whether a change brings tourists to a shop, or to what they pay for beside the tour, that they have not agreed to: a stop
 * is the one that is on file if it is the same row by the same name, and was a shop or an extra before (旅游法 Art. 35).
 */
export async function needsTouristConsent({
  tx,
  before,
  rowsOf,
}: Pick<ChangeContext<typeof itinerary>, 'tx' | 'before' | 'rowsOf'>): Promise<boolean> {
  const stored = await tx.rows<Agreed>(sql`
    select id, name, poi_type = 'shop' as shop, coalesce(is_optional_paid, false) as extra
    from travel_itinerary_stop where itinerary_id = ${before.id}`);
  const agreed = new Set(stored.flatMap(termsOf));
  const planned = (await rowsOf('stops')).flatMap(({ id, name, poi_type, is_optional_paid }) =>
    termsOf({ id: Number(id ?? 0), name: String(name), shop: poi_type === 'shop', extra: is_optional_paid === '1' }),
  );
  return planned.some((term) => !agreed.has(term));
}
