import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/json-schema-and-call-description-types.ts';
import { describeWallFeed, wallFeedCommonProperties } from '#server/open-api/describe-wall-feed.ts';
import { enumOf, integer, key, list, number, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';

export const scenicFeedApiCallDescriptions: CallDescriptions = {
  'admin/screen.capacity/index': describeWallFeed(
    text('大屏：景区承载量', 'Wall screen: carrying capacity'),
    object({
      ...wallFeedCommonProperties,
      inside: integer,
      summary: object({ normal: integer, y80: integer, o90: integer, r100: integer, lost: integer }),
      spots: list(
        object({
          id: key,
          name: string,
          lng: number,
          lat: number,
          inside: orNull(integer),
          instant_max: orNull(integer),
          day_total: orNull(integer),
          daily_max: orNull(integer),
          level: orNull(integer),
          state: enumOf('ok', 'data_lost', 'empty'),
          at: orNull(integer),
          eta80: orNull(integer),
          eta90: orNull(integer),
          eta100: orNull(integer),
          forecast: list(object({ t: integer, p10: number, p50: number, p90: number })),
        }),
      ),
    }),
  ),
};
