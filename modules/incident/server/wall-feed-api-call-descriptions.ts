import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/json-schema-and-call-description-types.ts';
import { describeWallFeed, wallFeedCommonProperties } from '#server/open-api/describe-wall-feed.ts';
import { integer, key, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';

export const incidentFeedApiCallDescriptions: CallDescriptions = {
  'admin/screen.incident/index': describeWallFeed(
    text('大屏：安全事件', 'Wall screen: incidents'),
    object({
      ...wallFeedCommonProperties,
      open: integer,
      unverified: integer,
      not_onward: integer,
      month: integer,
      levels: list(object({ name: string, n: integer })),
      latest: list(
        object({
          id: key,
          no: string,
          title: string,
          level: string,
          status: string,
          happened_at: integer,
          due_at: orNull(integer),
          area_code: orNull(string),
          area_name: orNull(string),
        }),
      ),
    }),
  ),
};
