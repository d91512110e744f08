import type { State } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { areaLevel, countryCode } from '#kernel/kind/linked/area.ts';
import { scopeResourceOf } from '#kernel/resource/parent-resource.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/**
 * The level of the caller's office: 1 province, 2 prefecture, 3 county. 0 is above all: the platform itself, super
 * administrators, and officers for the whole country. Members have no office.
 */
export const officeLevelOfCaller = ({ type, super: isSuper, areaCode }: Caller): 0 | 1 | 2 | 3 =>
  type !== 'admin' || isSuper || areaCode === '' || areaCode === countryCode ? 0 : areaLevel(areaCode);

/** {@link officeLevelOfCaller} of an administrator whose jurisdiction is `area`, an SQL expression. */
export const officeLevelOfAreaSql = (area: string): Sql =>
  sql.raw(
    `case when ${area} in ('', '${countryCode}') then 0 when ${area} like '%0000' then 1 when ${area} like '%00' then 2 else 3 end`,
  );

/** The level whose turn it is in a state (`officeLevel`), if the resource has areas. */
export function officeLevelDueInState(resource: AnyResource, state: unknown, find: FindResource): State['officeLevel'] {
  const states: Readonly<Record<string, State>> = resource.life?.states ?? {};
  const level = typeof state === 'string' && Object.hasOwn(states, state) ? states[state]?.officeLevel : undefined;
  return level !== undefined && scopeResourceOf(resource, find).scope === 'area' ? level : undefined;
}

/**
 * Whether a row in this state waits for an office above the caller's. Until that office has decided, the caller can
 * neither move, edit nor delete the row. Higher offices may act for the level whose turn it is
 * (docs/decisions/access.md).
 */
export function waitsForHigherOffice(
  resource: AnyResource,
  state: unknown,
  caller: Caller,
  find: FindResource,
): boolean {
  const level = officeLevelDueInState(resource, state, find);
  return level !== undefined && level < officeLevelOfCaller(caller);
}

/** The states in which rows wait for an office above the caller's. */
export const statesOfHigherOffices = (resource: AnyResource, caller: Caller, find: FindResource): string[] =>
  Object.keys(resource.life?.states ?? {}).filter((state) => waitsForHigherOffice(resource, state, caller, find));
