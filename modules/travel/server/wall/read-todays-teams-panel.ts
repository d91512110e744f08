import { addDays, toShanghaiDate, toTime } from '#kernel/time/shanghai-time.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { isDemonstrationDataLoaded } from '#server/wall-panel/is-demonstration-data-loaded.ts';
import { type PanelRequest, readPanelAreaFilter } from '#server/wall-panel/read-panel-area-and-day-range.ts';
import { statesInStatistics, underwayStates } from '../../contract/itinerary/team-itinerary-lifecycle.ts';
import { lateFilingDays, type TodaysTeamsPanel } from '../../contract/travel-wall-panels.ts';
import { isInStatesSql, midnightInShanghai, teamsAtMomentSql, travelsOnDaySql } from './teams-at-moment-sql.ts';

/** Reads the panel of today's teams: counts by state, hour and kind, late filings and open findings. */
export async function readTodaysTeamsPanel(context: PanelRequest): Promise<TodaysTeamsPanel> {
  const { database, past, now = past ?? new Date() } = context;
  const { area, inside } = await readPanelAreaFilter(context);
  const today = toShanghaiDate(now.toISOString());
  const [midnight, next] = [midnightInShanghai(today), midnightInShanghai(addDays(today, 1))];
  const here = inside('i');
  const teams = teamsAtMomentSql(context);
  const counted = isInStatesSql('i.status', statesInStatistics);
  /** The first full hour of today at or after a moment. */
  const hourOf = (moment: Sql) => sql`ceil(extract(epoch from ${moment} - ${midnight}::timestamptz) / 3600)::int`;
  // teams that ended before today count only if they are still on the road
  const row = await database.row<Omit<TodaysTeamsPanel, 'asof' | 'source' | 'state' | 'area' | 'late_rate' | 'flags'>>(
    namePreparedStatement(sql`
    with live as (
      select i.id, i.kind, i.status, i.start_at, i.end_at, i.tourist_count from ${teams}
      where ${here} and ${counted} and ${travelsOnDaySql(today)}
    ), edges as (
      select greatest(0, ${hourOf(sql`l.start_at`)}) as h, 1 as teams, l.tourist_count as tourists from live l
      union all select ${hourOf(sql`l.end_at`)}, -1, -l.tourist_count from live l)
    select json_build_object(
        'departing', (select count(*) from live l where l.start_at >= ${midnight}::timestamptz and l.start_at < ${next}::timestamptz),
        'finished', (select count(*) from live l where l.end_at <= ${next}::timestamptz and ${isInStatesSql('l.status', ['finished', 'archived'])}),
        'underway', u.teams, 'tourists', u.tourists) as today,
      (select coalesce(json_agg(json_build_object('kind', k.kind, 'n', k.n) order by k.n desc, k.kind), '[]') from (
        select i.kind, count(*) as n from ${teams} where ${here} and ${isInStatesSql('i.status', underwayStates)} group by 1) k) as kinds,
      (select json_agg(json_build_object('t', ${toTime(today) / 1000}::bigint + c.h * 3600, 'teams', c.teams, 'tourists', c.tourists) order by c.h) from (
        select h, coalesce(sum(sum(e.teams)) over w, 0) as teams, coalesce(sum(sum(e.tourists)) over w, 0) as tourists
        from generate_series(0, 23) h left join edges e using (h) group by h window w as (order by h)) c) as curve,
      f.filed, f.late
    from (select count(*) as teams, coalesce(sum(i.tourist_count), 0) as tourists from ${teams}
        where ${here} and ${isInStatesSql('i.status', underwayStates)}) u,
      (select count(*)::int as filed, (count(*) filter (where i.late = 'yes'))::int as late from ${teams}
        where ${here} and ${counted} and i.start_at >= ${midnightInShanghai(addDays(today, 1 - lateFilingDays))}::timestamptz and i.start_at < ${next}::timestamptz) f`),
  );
  const flags = await database.rows<TodaysTeamsPanel['flags'][number]>(
    namePreparedStatement(sql`
    select f.code, count(*)::int as n from travel_finding f
    where f.status = 'open' and ${inside('f')} and f.createtime <= ${now.toISOString()}::timestamptz group by 1 order by n desc, f.code`),
  );
  const { filed = 0, late = 0, today: counts, kinds = [], curve = [] } = row ?? {};
  const figures = counts ?? { departing: 0, finished: 0, underway: 0, tourists: 0 };
  const none = filed === 0 && flags.length === 0 && Object.values(figures).every((n) => n === 0);
  return {
    asof: Math.floor(now.getTime() / 1000),
    source: 'itinerary',
    state: none && kinds.length === 0 ? 'empty' : 'ok',
    area,
    demonstration: await isDemonstrationDataLoaded(context),
    today: figures,
    kinds,
    curve,
    late_rate: filed > 0 ? Math.round((late / filed) * 1000) / 1000 : 0,
    late,
    filed,
    flags,
  };
}
