import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/json-schema-and-call-description-types.ts';
import { describeWallFeed, wallFeedCommonProperties } from '#server/open-api/describe-wall-feed.ts';
import {
  boolean,
  integer,
  key,
  list,
  number,
  object,
  orNull,
  string,
} from '#server/open-api/json-schema-shorthands.ts';

export const complaintFeedApiCallDescriptions: CallDescriptions = {
  'admin/screen.complaint/index': describeWallFeed(
    text('大屏：投诉案件', 'Wall screen: complaints'),
    object({
      ...wallFeedCommonProperties,
      today: integer,
      month: integer,
      pending: integer,
      accept_on_time: number,
      settle_rate: number,
      avg_days: number,
      decided: integer,
      decided_late: integer,
      ended: integer,
      settled: integer,
      categories: list(object({ name: string, n: integer })),
      latest: list(
        object({
          id: key,
          no: string,
          category: string,
          area: string,
          masked_name: string,
          at: integer,
          status: string,
          due_at: orNull(integer),
          overdue: boolean,
        }),
      ),
    }),
  ),
};
