import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/json-schema-and-call-description-types.ts';
import {
  describeWallFeed,
  wallFeedAreaParameter,
  wallFeedCommonProperties,
} from '#server/open-api/describe-wall-feed.ts';
import { integer, list, number, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { touristHistoryUnits, touristOriginLevels } from '../../contract/travel-wall-panels.ts';

const range = { range: field.text(text('起止日期：yyyy-mm-dd,yyyy-mm-dd', 'Date range: yyyy-mm-dd,yyyy-mm-dd')) };

const place = list(number);

export const travelFeedApiCallDescriptions: CallDescriptions = {
  'admin/screen.itinerary/index': describeWallFeed(
    text('大屏：行程统计', 'Wall screen: itinerary statistics'),
    object({
      ...wallFeedCommonProperties,
      today: object({ departing: integer, underway: integer, finished: integer, tourists: integer }),
      kinds: list(object({ kind: string, n: integer })),
      curve: list(object({ t: integer, teams: integer, tourists: integer })),
      late_rate: number,
      late: integer,
      filed: integer,
      flags: list(object({ code: string, n: integer })),
    }),
  ),
  'admin/screen.source/index': describeWallFeed(
    text('大屏：客源地前十', 'Wall screen: top 10 source markets'),
    object({
      ...wallFeedCommonProperties,
      level: string,
      from: string,
      to: string,
      total: integer,
      top: list(
        object({
          code: string,
          name: string,
          n: integer,
          groups: integer,
          share: number,
          yoy: { type: ['number', 'null'] },
        }),
      ),
      lines: list(object({ code: string, from: place, to: place, n: integer })),
    }),
    {
      ...wallFeedAreaParameter,
      ...range,
      level: field.select(text('客源地层级；不填为省', 'Level of origin; province if omitted'), {
        options: touristOriginLevels,
      }),
    },
  ),
  'admin/screen.history/index': describeWallFeed(
    text('大屏：游客历史', 'Wall screen: tourist history'),
    object({
      ...wallFeedCommonProperties,
      unit: string,
      series: list(object({ t: string, n: integer, teams: integer, prev: integer })),
      holiday: list(
        object({
          name: string,
          name_en: string,
          day: integer,
          date: string,
          n: integer,
          teams: integer,
          prev: integer,
        }),
      ),
    }),
    {
      ...wallFeedAreaParameter,
      ...range,
      unit: field.select(text('统计单位；不填为日', 'Time unit; day if omitted'), { options: touristHistoryUnits }),
    },
  ),
};
