import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/json-schema-and-call-description-types.ts';
import { describeWallFeed, wallFeedCommonProperties } from '#server/open-api/describe-wall-feed.ts';
import { integer, key, list, number, object, string } from '#server/open-api/json-schema-shorthands.ts';

export const opinionFeedApiCallDescriptions: CallDescriptions = {
  'admin/screen.opinion/index': describeWallFeed(
    text('大屏：舆情监测', 'Wall screen: public opinion'),
    object({
      ...wallFeedCommonProperties,
      trend: list(object({ d: string, pos: integer, neu: integer, neg: integer })),
      words: list(object({ id: key, w: string, n: integer, s: number })),
      alerts: list(object({ id: key, level: string, title: string, age_min: integer, status: string })),
      levels: list(object({ name: string, n: integer })),
    }),
  ),
};
