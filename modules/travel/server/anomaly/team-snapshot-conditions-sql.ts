import { type Sql, sql } from '#server/db/sql.ts';
import { statesOccupyingCrew } from '../../contract/itinerary/team-itinerary-lifecycle.ts';

/** Condition on the status of a team, with literals: the planner can estimate rows before values are bound. */
export const isTeamInStatesSql = (row: string, states: readonly string[]): Sql =>
  sql.raw(`${row}.status in (${states.map((state) => `'${state}'`).join(', ')})`);
/** Teams `i` that occupy their vehicles and crew. */
export const isFiledTeamSql = isTeamInStatesSql('i', statesOccupyingCrew);
/** A moment as Unix seconds. */
export const unixSecondsSql = (moment: string): Sql => sql.raw(`floor(date_part('epoch', ${moment}))::bigint`);
/** Begin and end of a use: its own times, else those of the team, and never after the team finished. */
export const startOfVehicleOrCrewUseSql = (row: string) => unixSecondsSql(`coalesce(${row}.from_at, i.start_at)`);
export const endOfVehicleOrCrewUseSql = (row: string) =>
  unixSecondsSql(`least(coalesce(${row}.to_at, i.end_at), coalesce(i.finished_at, 'infinity'))`);

/** A row with the ID of its team. */
export type RowOfTeam<T> = T & { readonly team: number };

/** Groups rows by team, keeping their order. */
export function groupRowsByTeam<T extends object>(rows: readonly RowOfTeam<T>[]): (id: number) => T[] {
  const parts = new Map<number, T[]>();
  for (const { team, ...one } of rows) {
    const part = parts.get(team);
    if (part) part.push(one as unknown as T);
    else parts.set(team, [one as unknown as T]);
  }
  return (id) => parts.get(id) ?? [];
}
