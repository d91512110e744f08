import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescription, CallDescriptions } from '#server/http/json-schema-and-call-description-types.ts';
import {
  describeWallFeed,
  wallFeedAreaParameter,
  wallFeedCommonProperties,
} from '#server/open-api/describe-wall-feed.ts';
import { integer, list, object } from '#server/open-api/json-schema-shorthands.ts';
import { reviewFlows } from '../../contract/enterprise-wall-panels.ts';

const range = { range: field.text(text('起止日期：yyyy-mm-dd,yyyy-mm-dd', 'Date range: yyyy-mm-dd,yyyy-mm-dd')) };
const rows = list({ type: 'object' });
const behind = object({ ids: list(integer) });

const feeds: Readonly<Record<string, CallDescription>> = {
  enterprise: describeWallFeed(
    text('大屏：企业', 'Wall screen: enterprises'),
    object({
      ...wallFeedCommonProperties,
      total: integer,
      today: integer,
      by_status: rows,
      by_type: rows,
      by_area: rows,
      by_risk: rows,
      trend: rows,
    }),
  ),
  audit: describeWallFeed(
    text(
      '大屏：审核；带 day 与 flow 时回答该数字背后企业的编号',
      'Wall screen: reviews; with day and flow, returns the IDs of the enterprises behind that number',
    ),
    {
      oneOf: [
        object({
          ...wallFeedCommonProperties,
          waiting: integer,
          overdue: integer,
          due_soon: integer,
          decided: integer,
          stages: rows,
          days: rows,
        }),
        behind,
      ],
    },
    {
      ...wallFeedAreaParameter,
      ...range,
      day: field.date(text('日期', 'Day')),
      flow: field.select(text('流向', 'Flow'), { options: reviewFlows }),
    },
  ),
  newest: describeWallFeed(
    text('大屏：最新登记', 'Wall screen: latest registrations'),
    object({ ...wallFeedCommonProperties, rows }),
  ),
};

/** Descriptions of the wall feeds in the API document. */
export const enterpriseFeedApiCallDescriptions: CallDescriptions = Object.fromEntries(
  Object.entries(feeds).map(([name, call]) => [`admin/screen.${name}/index`, call]),
);
