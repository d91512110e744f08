import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/json-schema-and-call-description-types.ts';
import { describeWallFeed, wallFeedCommonProperties } from '#server/open-api/describe-wall-feed.ts';
import { integer, key, list, number, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';

export const enforcementFeedApiCallDescriptions: CallDescriptions = {
  'admin/screen.vehicle/index': describeWallFeed(
    text('大屏：出行车牌', 'Wall screen: plates on the road'),
    object({
      ...wallFeedCommonProperties,
      live: integer,
      in: integer,
      out: integer,
      by_province: list(object({ p: string, n: integer, ids: list(key) })),
      hits: list(object({ plate_masked: string, type: string, at: integer, place: string, of: string, id: key })),
      ticker: list(object({ plate_masked: string, at: integer, place: string })),
      live_ids: list(key),
      out_ids: list(key),
    }),
  ),
  'admin/screen.check/index': describeWallFeed(
    text('大屏：企业检查', 'Wall screen: checks'),
    object({
      ...wallFeedCommonProperties,
      plan: list(object({ id: key, name: string, done: integer, total: integer })),
      month: object({ checks: integer, problems: integer, reforms_due: integer, reforms_on_time: integer }),
      results: list(object({ code: string, n: integer })),
    }),
  ),
  'admin/screen.enforcement/index': describeWallFeed(
    text('大屏：在线执法', 'Wall screen: enforcement in progress'),
    object({
      ...wallFeedCommonProperties,
      officers: list(
        object({
          id: key,
          name: string,
          lng: orNull(number),
          lat: orNull(number),
          task: string,
          check_id: key,
          since: integer,
        }),
      ),
      checks: list(object({ id: key, no: string, object: string, stage: string, at: integer })),
      stages: list(object({ stage: string, n: integer })),
      cases: { type: 'object' },
      case_rows: { type: 'object' },
      deadlines: list(
        object({
          kind: string,
          label: object({ 'zh-cn': string, en: string }),
          due_in: integer,
          n: integer,
          of: string,
          ids: list(key),
        }),
      ),
    }),
  ),
};
