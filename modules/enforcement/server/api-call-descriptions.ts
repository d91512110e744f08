import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/call-description.ts';
import { integer, key, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { wallFeedCall, wallFeedHead } from '#server/open-api/wall-feed-call.ts';

export const enforcementApiCallDescriptions: CallDescriptions = {
  'admin/screen.vehicle/index': wallFeedCall(
    text('大屏：出行车牌', 'Wall screen: plates on the road'),
    object({
      ...wallFeedHead,
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
};
