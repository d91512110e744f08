import { maskPersonalNumbers } from '#kernel/check/find-personal-numbers-in-text.ts';
import { text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { guideRating } from '#modules/crew/contract/guide-rating.ts';
import { systemCaller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { addRows } from '#server/write/row-set/add-many-rows-in-one-statement.ts';
import {
  type guideRatingScores,
  minGuideRatingsReleasedTogether,
} from '../../contract/rating/guide-rating-page-and-scores.ts';

/** What a tourist said of a guide, after the checks of the call. */
type GivenRating = Readonly<Record<keyof typeof guideRatingScores, number>> & {
  readonly remark?: string | null | undefined;
};

interface WaitingRating {
  readonly [column: string]: unknown;
  readonly team_no: string;
  readonly content: GivenRating;
}

/** In the timeline of a rating. */
const together = text('与该导游的其他评价一起汇入', 'Released together with others of the guide');

/**
 * Stores a rating. It waits without a day until there are {@link minGuideRatingsReleasedTogether} of the guide, which then appear
 * together, in random order and with one day: a guide who shows a code to one tourist does not learn what that one said.
 * The number of a team is left out unless so many of them are about it.
 */
export async function storeGuideRatingAndReleaseInGroups(
  engine: Engine,
  tx: Transaction,
  { guide, team_no }: { readonly guide: number; readonly team_no: string },
  given: GivenRating,
): Promise<void> {
  const content = { ...given, remark: given.remark ? maskPersonalNumbers(given.remark, shanghaiToday()) : null };
  // one after another, so that ratings sent at the same time count each other
  await tx.query(sql`select from crew_guide where id = ${guide} for no key update`);
  await tx.query(sql`insert into travel_rating_waiting (guide_id, team_no, content)
    values (${guide}, ${team_no}, ${JSON.stringify(content)}::jsonb)`);
  const complete = await tx.rows<WaitingRating>(sql`
    delete from travel_rating_waiting w where w.guide_id = ${guide}
      and (select count(*) from travel_rating_waiting o where o.guide_id = ${guide}) >= ${minGuideRatingsReleasedTogether}
    returning w.team_no, w.content`);
  if (complete.length === 0) return;
  const ofTeam = (one: WaitingRating) => complete.filter((other) => other.team_no === one.team_no).length;
  const shown = complete.map((one) => ({
    ...one.content,
    team_no: ofTeam(one) >= minGuideRatingsReleasedTogether ? one.team_no : null,
  }));
  await addRows(
    engine,
    guideRating,
    systemCaller(),
    {
      columns: [
        'id',
        'guide_id',
        'team_no',
        'rated_on',
        'service',
        'narration',
        'safety',
        'honesty',
        'remark',
        'source',
      ],
      select: sql`
        select nextval(pg_get_serial_sequence('crew_rating', 'id')), ${guide}::bigint, r.team_no, ${shanghaiToday()}::date, r.service, r.narration,
          r.safety, r.honesty, r.remark, 'link'
        from jsonb_to_recordset(${JSON.stringify(shown)}::jsonb) as r (team_no text, service int, narration int, safety int, honesty int, remark text)
        order by random()`,
      note: together,
    },
    tx,
  );
}
