import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { minCheckRatingsReleasedTogether } from '../../contract/check/enforcement-check-rating-form-and-screen.ts';

interface RatedCheck {
  readonly department_id: number;
  readonly area_code: string;
  readonly domain: string;
}

interface Rating {
  /** A keyed hash of the check. */
  readonly key: string;
  readonly score: number;
  readonly tags: readonly string[];
}

/**
 * Stores a rating. It becomes readable with others of its department and quarter, at least {@link minCheckRatingsReleasedTogether} at once:
 * whoever compares a mean before and after does not learn a single rating. False: the check was rated already.
 */
export const storeAnonymousCheckRatingAndReleaseGroup = (
  { db }: Pick<Engine, 'db'>,
  { department_id, area_code, domain }: RatedCheck,
  { key, score, tags }: Rating,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    // one after another, so that none is released with fewer than it counted
    await tx.query(sql`select from auth_department where id = ${department_id} for no key update`);
    const stored = await tx.row<{ quarter: string }>(sql`
      insert into enforcement_check_rating (key, department_id, area_code, domain, month, score, tags)
      values (${key}, ${department_id}, ${area_code}, ${domain}, ${shanghaiToday().slice(0, 7)}, ${score}, ${[...tags]}::text[])
      on conflict do nothing returning quarter`);
    if (!stored) return false;
    const waiting = sql`department_id = ${department_id} and quarter = ${stored.quarter} and not released`;
    await tx.query(sql`
      update enforcement_check_rating set released = true
      where ${waiting} and (select count(*) from enforcement_check_rating where ${waiting}) >= ${minCheckRatingsReleasedTogether}`);
    return true;
  });
