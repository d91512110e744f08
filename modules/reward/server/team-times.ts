import { dayOf, type IntervalSql, lastDayOf } from '#server/db/interval.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** From when until when a team of this alias travels. */
export const timesOf = (team: string): IntervalSql => ({ from: sql.id(team, 'start_at'), to: sql.id(team, 'end_at') });

/** Nights of a team: one that is back at 24:00 did not stay another. */
export const nightsOf = (team: string): Sql => sql`(${lastDayOf(timesOf(team))} - ${dayOf(timesOf(team).from)})`;
