import { type IntervalSql, lastDayOf, shanghaiDaySql } from '#server/db/interval-overlap-and-shanghai-day-sql.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** Departure and return of the team with this alias. */
export const teamDepartureAndReturnSql = (team: string): IntervalSql => ({
  from: sql.id(team, 'start_at'),
  to: sql.id(team, 'end_at'),
});

/** Nights of a team; a return at 24:00 adds no night. */
export const teamNightsSql = (team: string): Sql =>
  sql`(${lastDayOf(teamDepartureAndReturnSql(team))} - ${shanghaiDaySql(teamDepartureAndReturnSql(team).from)})`;
