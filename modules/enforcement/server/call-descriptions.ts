import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/call-description.ts';
import { boolean, enumOf, integer, key, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { wallFeedCall, wallFeedHead } from '#server/open-api/wall-feed-call.ts';
import { roadsideResults } from '../contract/roadside-check.ts';
import { roadsideConcernTexts } from '../contract/roadside-lookup.ts';

const maybe = (one: object) => ({ anyOf: [one, { type: 'null' }] });
const person = object({ id: key, name: string, mobile: maybe(string), valid: boolean });

const batch = (summary: ReturnType<typeof text>, row: ReturnType<typeof text>) => ({
  summary,
  body: {
    source: field.integer(text('来源编号', 'Source ID'), { required: true }),
    key: field.text(text('接入密钥', 'Access key'), { required: true, max: 64 }),
    rows: field.text(row, { required: true }),
  },
  data: object({ stored: integer, known: integer, refused: list(object({ place: integer })) }),
});

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
  'api/enforcement.readings/captures': batch(
    text('批量上报车牌抓拍', 'Report plate captures in bulk'),
    text(
      '1 至 1000 行：plate、at（秒）、spot、type（tour_coach 或 other，可不填）',
      '1 to 1,000 rows: plate, at (seconds), spot, type (tour_coach or other, optional)',
    ),
  ),
  'api/enforcement.readings/positions': batch(
    text('批量上报车辆位置', 'Report vehicle positions in bulk'),
    text('1 至 1000 行：plate、at（秒）、lng、lat、speed', '1 to 1,000 rows: plate, at (seconds), lng, lat, speed'),
  ),
  'api/enforcement.readings/entries': batch(
    text('批量上报团队入园人数', 'Report team admissions in bulk'),
    text(
      '1 至 1000 行：team_no、at（秒）、people（不含导游、驾驶员）、gate（同一景区有多个入口时）',
      '1 to 1,000 rows: team_no, at (seconds), people (without guide and driver), gate (where a scenic area has several)',
    ),
  ),
  'admin/enforcement.roadside/look': {
    summary: text(
      '路面查验：按车牌、团号或导游证号查当日团队（记入操作日志）',
      'Roadside lookup: find today’s teams by plate, team number or guide card number (recorded in the operation log)',
    ),
    query: {
      q: field.text(text('车牌、团号或导游证号', 'Plate, team number or guide card number'), {
        required: true,
        max: 80,
      }),
    },
    data: object({
      means: enumOf('plate', 'team', 'guide', 'none'),
      asked: string,
      vehicle: maybe(
        object({
          id: key,
          plate: string,
          seats: integer,
          enterprise: string,
          status: string,
          valid: boolean,
          in_service: boolean,
          same_vin: list(string),
        }),
      ),
      guide: maybe(person),
      teams: list(
        object({
          id: key,
          team_no: string,
          agency: string,
          status: string,
          start_at: integer,
          end_at: integer,
          people: integer,
          insured: boolean,
          own: boolean,
        }),
      ),
      checks: list(object({ at: integer, result: string, headcount: integer, place_name: maybe(string) })),
      captures: list(object({ at: integer, source: string, spot: maybe(string) })),
      concerns: list(enumOf(...Object.keys(roadsideConcernTexts))),
      similar: list(string),
    }),
  },
  'admin/enforcement.roadside/note': {
    summary: text(
      '路面查验：登记检查，可在无网络时记下、联网后补传',
      'Roadside lookup: record a check; can be noted offline and sent later',
    ),
    body: {
      plate: field.plate(text('车牌号', 'Plate'), { required: true }),
      result: field.select(text('处理结果', 'Result'), { required: true, options: roadsideResults }),
      headcount: field.integer(text('清点人数', 'Headcount'), { required: true, min: 0, max: 500 }),
      area_code: field.area(text('检查地区', 'Area of check'), { required: true }),
      place: field.place(text('检查地点', 'Place of check'), {}),
      place_name: field.text(text('地点说明', 'Place details'), { max: 100 }),
      problems: field.textarea(text('发现的问题', 'Problems found'), { max: 1000 }),
      code: field.text(text('出示的团队码', 'Team code shown'), { max: 400 }),
      team_no: field.identifier(text('所示团号', 'Team number shown'), { max: 24 }),
      made_at: field.integer(text('检查时间（秒）；不填为此刻', 'Time of check (seconds); now if omitted'), {}),
    },
    data: object({ id: key, remark: string }),
  },
};
