import type { PublicPage } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** Days after the end of a team in which its tourists may rate it. */
export const ratingLinkDays = 15;
/** Ratings of one guide become readable together in groups of at least this number. */
export const minGuideRatingsReleasedTogether = 5;
/** Path of the rating page; the token of the link follows it. */
export const guideRatingPath = '/rate';

/** Public page on which a tourist rates the guide, without an account. */
export const guideRatingPage = {
  name: 'travel/rating',
  path: `${guideRatingPath}/:token?`,
  title: text('评价导游', 'Rate your guide'),
  light: true,
} as const satisfies PublicPage;

/** The scores, in the order of the page (domain reference §2.F). */
export const guideRatingScores = {
  service: text('服务', 'Service'),
  narration: text('讲解', 'Commentary'),
  safety: text('安全', 'Safety'),
  honesty: text('无强迫消费', 'No forced shopping'),
} as const;

/**
 * Answer of `POST /api/travel.rating/open`: the team and the guide, with what the public page of a team shows of
 * them.
 */
export interface GuideRatingFormAnswer {
  readonly team_no: string;
  readonly agency: string;
  readonly card_no: string;
  readonly photo: string | null;
  readonly start: number;
  readonly end: number;
}
