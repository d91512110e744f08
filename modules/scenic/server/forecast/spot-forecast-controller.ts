import { text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import { call, callsForOfficersAndMembers, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import { integer, list, number, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound } from '#server/refusal.ts';
import {
  type ForecastAccuracy,
  type ForecastOfDay,
  minutesOfSlot,
  type SpotForecast,
} from '../../contract/forecast/visitor-forecast-answer-types-and-slots.ts';
import { visitorForecastSettings } from '../../contract/forecast/visitor-forecast-settings.ts';
import { spot } from '../../contract/scenic-spot-and-opening-season.ts';
import { createKindOfDay } from './model/classify-workday-weekend-or-holiday.ts';
import { readSchoolHolidaysFromSettings } from './read-school-holidays-from-settings.ts';
import { readCalendarDays } from './read-spot-histories-as-text.ts';

const curves = {
  from: integer,
  p10: list(integer),
  p50: list(integer),
  p90: list(integer),
  arrivals: list(object({ level: integer, at: orNull(integer), earliest: orNull(integer), latest: orNull(integer) })),
};
const errors = {
  compared: integer,
  mae: orNull(number),
  mape: orNull(number),
  coverage: orNull(number),
  better: orNull(number),
};

interface Found {
  readonly [column: string]: unknown;
  readonly name: string;
  readonly limit: number | null;
  readonly made_at: number | null;
  readonly curves: ForecastOfDay | null;
  readonly ahead: Readonly<Record<string, ForecastOfDay>> | null;
  readonly accuracy: ForecastAccuracy | null;
  readonly came: readonly (number | null)[] | null;
  readonly history: number;
}

/** The forecast of a spot with its error, for everybody who may list the spot. */
export const spotForecastControllers = callsForOfficersAndMembers('scenic.forecast', `${spot.name}/index`, {
  spot: call({
    gate: 'login',
    summary: text('景区客流预测及其误差', 'Visitor forecast of a spot, with its error'),
    input: { id: rowKeyInput(text('景区编号', 'ID of the spot')) },
    answer: object({
      name: string,
      limit: orNull(integer),
      day: string,
      made_at: orNull(integer),
      came: list(object({ at: integer, n: integer })),
      today: orNull(object(curves)),
      ahead: list(object({ day: string, kind: string, ...curves })),
      accuracy: orNull(object({ days: integer, ...errors, leads: list(object(errors)) })),
      history: integer,
    }),
    async run({ engine, caller, input: { id } }): Promise<SpotForecast> {
      const scope = scopeOf(spot, caller, engine.find);
      const day = shanghaiToday();
      const found = await engine.db.row<Found>(sql`
        select t.name, t.instant_max as "limit", case when f.day = ${day}::date then extract(epoch from f.made_at)::bigint end as made_at,
          case when f.day = ${day}::date then f.curves end as curves, f.ahead, a.accuracy, d.inside as came,
          (select count(*)::int from scenic_day_curve h where h.spot_id = t.id and h.day < ${day}::date) as history
        from scenic_spot t left join scenic_forecast f on f.spot_id = t.id left join scenic_forecast_accuracy a on a.spot_id = t.id
          left join scenic_day_curve d on d.spot_id = t.id and d.day = ${day}::date
        where t.id = ${id}${scope ? sql` and ${scope}` : sql.empty}`);
      if (!found) throw notFound();
      const { curves: today, came, ahead, accuracy, ...rest } = found;
      const kindOfDay = createKindOfDay(
        await readCalendarDays(engine.db, day),
        readSchoolHolidaysFromSettings(engine.settings(visitorForecastSettings)),
      );
      return {
        ...rest,
        day,
        today,
        came: (came ?? []).flatMap((n, quarter) => (n === null ? [] : [{ at: (quarter + 1) * minutesOfSlot, n }])),
        ahead: Object.entries(ahead ?? {})
          .filter(([date]) => date > day)
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([date, of]) => ({ day: date, kind: kindOfDay(date), ...of })),
        accuracy: accuracy && shown(accuracy),
      };
    },
  }),
});

const shown = ({ bands: _bands, width: _width, ...accuracy }: ForecastAccuracy) => accuracy;
