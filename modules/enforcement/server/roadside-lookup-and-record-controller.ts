import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import {
  boolean,
  enumOf,
  integer,
  key,
  list,
  object,
  orNull,
  string,
} from '#server/open-api/json-schema-shorthands.ts';
import { roadsideResults } from '../contract/roadside-check.ts';
import { roadsideConcernTexts } from '../contract/roadside-lookup-screen-and-answer-types.ts';
import { answerRoadsideLookup } from './answer-roadside-lookup.ts';
import { recordRoadsideCheckAndCompareTeamCode } from './record-roadside-check-and-compare-shown-team-code.ts';

const person = object({ id: key, name: string, mobile: orNull(string), valid: boolean });

/** `/admin/enforcement.roadside/*`: what an officer beside a coach looks up and records. */
export const roadsideLookupAndRecordController: Controller = {
  app: 'admin',
  name: 'enforcement.roadside',
  actions: {
    look: call({
      gate: 'rule',
      limit: { perMinute: 120 },
      logged: true,
      title: text('路面查验', 'Roadside lookup'),
      summary: text(
        '路面查验：按车牌、团号或导游证号查当日团队（记入操作日志）',
        "Roadside lookup: find today's teams by plate, team number or guide card number (recorded in the operation log)",
      ),
      input: {
        q: field.text(text('车牌、团号或导游证号', 'Plate, team number or guide card number'), {
          required: true,
          max: 80,
        }),
      },
      answer: object({
        means: enumOf('plate', 'team', 'guide', 'none'),
        asked: string,
        vehicle: orNull(
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
        guide: orNull(person),
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
        checks: list(object({ at: integer, result: string, headcount: integer, place_name: orNull(string) })),
        captures: list(object({ at: integer, source: string, spot: orNull(string) })),
        concerns: list(enumOf(...Object.keys(roadsideConcernTexts))),
        similar: list(string),
      }),
      run: (made) => answerRoadsideLookup(made, made.input.q),
    }),
    note: call({
      gate: 'rule',
      node: 'enforcement/roadsideCheck/add',
      methods: ['POST'],
      limit: { perMinute: 60 },
      title: text('路面查验-登记检查', 'Roadside lookup: record check'),
      summary: text(
        '路面查验：登记检查，可在无网络时记下、联网后补传',
        'Roadside lookup: record a check; can be noted offline and sent later',
      ),
      checkedInRun: {
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
      answer: object({ id: key, remark: string }, ['id']),
      run: recordRoadsideCheckAndCompareTeamCode,
    }),
  },
};
