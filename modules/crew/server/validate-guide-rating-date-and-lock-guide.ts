import { text } from '#kernel/text/text.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import type { WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { guideRating } from '../contract/guide-rating.ts';

/** Days after a tour within which it can be rated. */
const longest = 365;
const when = text('须为最近一年内的日期', 'Must be a date within the last year');

/**
 * Hooks of ratings: check the date, fill in the source and lock the guide's row. Scores are updated on events
 * (`update-guide-scores-from-ratings.ts`).
 */
export const guideRatingWriteHooks: WriteHooks<typeof guideRating> = {
  async add({ values, fail, tx }) {
    const today = shanghaiToday();
    if (values.rated_on && (values.rated_on > today || values.rated_on < addDays(today, -longest)))
      fail('rated_on', when);
    values.source ??= 'survey';
    // locks the guide, so that concurrent ratings are each counted
    await tx.query(sql`select from crew_guide where id = ${values.guide_id ?? 0} for no key update`);
  },
};
