import { field } from '#kernel/field/field.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { shanghaiDateOf, toTime } from '#kernel/time/shanghai-time.ts';
import { area } from '#modules/system/contract/administrative-division.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import {
  boolean,
  enumOf,
  integer,
  key,
  list,
  number,
  object,
  orNull,
  string,
} from '#server/open-api/json-schema-shorthands.ts';
import { wherePublished } from '#server/read/list/published-rows-for-guests.ts';
import { englishDivisionName } from '#server/system/division-name.ts';
import { warning } from '../contract/crowd-warning.ts';
import { openWarningStates } from '../contract/crowd-warning-lifecycle.ts';
import type { ForecastOfDay } from '../contract/forecast/visitor-forecast-answer-types-and-slots.ts';
import { type OpeningLine, openingHoursOn } from '../contract/opening-hours-on-day.ts';
import type { SpotsToday, SpotToday } from '../contract/public-page-of-crowds-at-spots-today.ts';
import { season, spot } from '../contract/scenic-spot-and-opening-season.ts';
import { flow } from '../contract/visitor-flow-time-series-and-warning-messages.ts';
import { expectedPeakLaterToday } from './forecast/expected-peak-later-today.ts';

/** Spots answered at most, the fullest first. */
const most = 200;

type Row = Omit<SpotToday, 'area_en' | 'hours' | 'shut' | 'expected'> & {
  readonly [column: string]: unknown;
  readonly area_code: string;
  readonly lines: readonly OpeningLine[];
  readonly curves: ForecastOfDay | null;
};

/** The spots of an area with their figures of this moment. Those whose data is lost have none. */
export async function readSpotsToday(engine: Engine, areaCode: string, quick: string): Promise<SpotsToday> {
  const prefix = areaCode.replace(/\D/g, '').replace(/(00){1,2}$/, '');
  const asof = Math.floor(Date.now() / 1000);
  const day = shanghaiDateOf(asof);
  const rows = await engine.db.rows<Row>(sql`
    select t.id, t.name, t.name_en, t.grade, t.area_code, coalesce(d.name, t.area_code) as area, t.status, t.reserve_required, t.instant_max,
      case when s.at is null then 'empty' when s.lost then 'data_lost' else 'ok' end as state,
      extract(epoch from s.at)::bigint as at, case when not s.lost then s.value::int end as inside,
      case when not s.lost and t.instant_max > 0 then round((s.value / t.instant_max * 100)::numeric)::int end as percent,
      case when not s.lost and t.instant_max > 0 then s.level end as level, w.notice, w.notice_en, p.curves,
      coalesce((select jsonb_agg(jsonb_build_object('from_on', c.from_on, 'to_on', c.to_on, 'shut', c.shut, 'opens_at', c.opens_at,
        'closes_at', c.closes_at)) from ${sql.id(tableOf(season))} c where c.spot_id = t.id and ${day}::date between c.from_on and c.to_on), '[]') as lines
    from ${sql.id(tableOf(spot))} t
    left join ${sql.id(tableOf(area))} d on d.code = t.area_code
    left join scenic_forecast p on p.spot_id = t.id and p.day = ${day}::date
    left join reading_state s on s.series = ${flow.name} and s.of_id = t.id
    left join lateral (select n.notice, n.notice_en from ${sql.id(tableOf(warning))} n where n.spot_id = t.id and n.announced_at is not null
      and n.status = any(${[...openWarningStates]}::text[]) order by n.announced_at desc limit 1) w on true
    where ${wherePublished(spot)} and starts_with(t.area_code, ${prefix})
      ${quick === '' ? sql.empty : sql`and strpos(t.search_text, lower(${quick})) > 0`}
    order by case when s.lost then -1 else coalesce(s.level, -1) end desc, s.value / nullif(t.instant_max, 0) desc nulls last, t.id limit ${most}`);
  const demonstration = (await engine.db.row(sql`select from setting where name = 'demonstration'`)) !== undefined;
  const minute = Math.floor((asof - toTime(`${day}T00:00:00+08:00`) / 1000) / 60);
  const areas = engine.reference.areas();
  const spots = rows.map(({ lines, area_code, curves, ...one }): SpotToday => {
    const hours = openingHoursOn(lines, day);
    const division = areas.get(area_code);
    return {
      ...one,
      area_en: (division && englishDivisionName(division)) ?? one.area,
      hours: hours === undefined || hours === 'shut' ? null : hours,
      shut: hours === 'shut',
      expected: one.status === 'open' && hours !== 'shut' ? expectedPeakLaterToday(curves, { ...one, minute }) : null,
    };
  });
  return { asof, demonstration, spots };
}

const today = call({
  gate: 'none',
  limit: { perMinute: 120 },
  summary: text('景区今日客流（公开）', 'How full scenic spots are today (public)'),
  input: {
    area: field.text(text('地区代码', 'Area code'), { max: 6 }),
    quick: field.text(text('名称', 'Name'), { max: 40 }),
  },
  answer: object({
    asof: integer,
    demonstration: boolean,
    spots: list(
      object({
        id: key,
        name: string,
        name_en: string,
        grade: string,
        area: string,
        area_en: string,
        status: enumOf('open', 'limited', 'closed', 'maintenance'),
        reserve_required: boolean,
        hours: orNull(object({ opens: string, closes: string })),
        shut: boolean,
        state: enumOf('ok', 'data_lost', 'empty'),
        at: orNull(integer),
        inside: orNull(integer),
        instant_max: orNull(integer),
        percent: orNull(number),
        level: orNull(integer),
        expected: orNull(
          object({
            peak_at: string,
            percent: integer,
            low: integer,
            high: integer,
            level: orNull(integer),
            level_at: orNull(string),
          }),
        ),
        notice: orNull(string),
        notice_en: orNull(string),
      }),
    ),
  }),
  run: ({ engine, input }): Promise<SpotsToday> => readSpotsToday(engine, input.area ?? '', (input.quick ?? '').trim()),
});

/** Open call of the page `/spots`. */
export const spotsTodayController: Controller = { app: 'api', name: 'scenic.spots', actions: { today } };
