import type { Caller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import {
  bayesianScoreOf,
  firstPrior,
  meanScoreOf,
  type RatingSums,
  roundScore,
} from '../contract/bayesian-rating-score.ts';
import { guide } from '../contract/guide.ts';

interface Rated extends RatingSums {
  readonly [column: string]: unknown;
  readonly id: number;
  /** Area code of the prefecture. */
  readonly area: string;
}

/** Guides scored by one statement, whose cost grows with their number. */
const mostAtOnce = 300;

/**
 * Computes and stores scores of guides, with the mean of their prefecture as prior: of some guides after a rating, of
 * all guides nightly, since the means move. Returns the number of changed scores.
 */
export async function updateGuideScoresFromRatings(
  engine: Engine,
  tx: Transaction,
  caller: Caller,
  some?: readonly number[],
): Promise<number> {
  const which = some ? sql`g.id = any(${[...some]}::bigint[])` : sql`g.id > 0`;
  // concurrent ratings wait, and then include those counted here
  await tx.query(sql`select from crew_guide g where ${which} order by g.id for no key update`);
  const rated = await tx.rows<Rated>(sql`
    select g.id, left(g.area_code, 4) as area, count(*)::int as count, sum(r.service + r.narration + r.safety + r.honesty)::int as total
    from crew_guide g join crew_rating r on r.guide_id = g.id where ${which} group by g.id order by g.id`);
  const priors = new Map(
    (
      await tx.rows<Rated>(sql`
        select left(g.area_code, 4) as area, sum(g.ratings_count)::int as count, sum(g.ratings_total)::int as total
        from crew_guide g where left(g.area_code, 4) = any(${[...new Set(rated.map(({ area }) => area))]}::text[])
          and not g.id = any(${rated.map(({ id }) => id)}::bigint[]) group by 1`)
    ).map((one) => [one.area, one] as const),
  );
  const whole = (area: string): RatingSums =>
    rated
      .filter((one) => one.area === area)
      .reduce<RatingSums>(
        (sum, one) => ({ count: sum.count + one.count, total: sum.total + one.total }),
        priors.get(area) ?? { count: 0, total: 0 },
      );
  const means = new Map(
    [...new Set(rated.map(({ area }) => area))].map((area) => [area, meanScoreOf(whole(area))] as const),
  );
  let changed = 0;
  for (let from = 0; from < rated.length; from += mostAtOnce) {
    const scored = rated.slice(from, from + mostAtOnce).map(({ id, area, count, total }) => ({
      id,
      count,
      total,
      score: roundScore(bayesianScoreOf({ count, total }, means.get(area) ?? firstPrior)),
    }));
    const scores = sql`jsonb_to_recordset(${JSON.stringify(scored)}::jsonb) as s (id bigint, count int, total int, score numeric)`;
    const set = {
      score: sql`(select s.score from ${scores} where s.id = t.id)`,
      ratings_count: sql`(select s.count from ${scores} where s.id = t.id)`,
      ratings_total: sql`(select s.total from ${scores} where s.id = t.id)`,
    };
    const where = sql`t.id = any(${scored.map(({ id }) => id)}::bigint[])`;
    changed += (await changeRows(engine, guide, caller, { where, set }, tx)).length;
  }
  return changed;
}
