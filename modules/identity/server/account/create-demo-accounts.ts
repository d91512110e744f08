import { areaLevel } from '#kernel/kind/linked/area.ts';
import { findAdminPasswordFault } from '#server/auth/find-admin-password-fault.ts';
import { hashPassword } from '#server/auth/hash-and-verify-password.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { AreaEntry } from '#server/system/division-calendar-and-deadline-rule-cache.ts';
import { findOrCreateShippedGroup, type OfficeLevelOfGroup } from '../administrator/shipped-permission-groups.ts';
import { type FirstAccount, generatePassword } from './create-first-accounts.ts';

/** Number of areas below that get an officer: enough to try out permissions. */
const placesBelow = 3;

/**
 * Creates groups, departments and officers for a demonstration area: a province with its first prefecture, a prefecture
 * with its first counties, or one county. An area with such officers gets none again. Used names get the area's digits:
 * `city`, then `city_5329`. A password against the policy is replaced by a random one.
 */
export async function createDemoAccounts(engine: Engine, areaCode: string, password: string): Promise<FirstAccount[]> {
  const area = engine.reference.areas().get(areaCode);
  if (!area) return [];
  return engine.db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('demo accounts'))`); // serialises concurrent processes
    const accounts: FirstAccount[] = [];
    for (const { post, place, number } of postsOf(engine, area)) {
      const pattern = `^${post}\\d*(_\\d+)?$`;
      if (await tx.row(sql`select 1 from auth_admin where area_code = ${place.code} and username ~ ${pattern}`))
        continue;
      const username = await freeName(tx, `${post}${number ?? ''}`, place.code);
      const group = await findOrCreateShippedGroup(tx, post);
      const department = await departmentOf(tx, post, place, area);
      const nickname = post === 'city' ? '市级审核员' : `${place.name}审核员`;
      const own = (await findAdminPasswordFault(password, username)) ? generatePassword() : password;
      await tx.query(sql`insert into auth_admin (username, nickname, password, group_arr, area_code, department_id)
        values (${username}, ${nickname}, ${await hashPassword(own)}, ${[group]}::bigint[], ${place.code}, ${department})`);
      accounts.push({ username, role: `${place.name}市场管理`, password: own });
    }
    return accounts;
  });
}

interface Vacancy {
  post: OfficeLevelOfGroup;
  place: AreaEntry;
  number?: number;
}

/** Accounts needed for an area. Districts of a municipality are below a group without an office. */
function postsOf({ reference }: Engine, area: AreaEntry): Vacancy[] {
  const counties = (of: readonly AreaEntry[]): Vacancy[] =>
    of.slice(0, placesBelow).map((place, index) => ({ post: 'county', place, number: index + 1 }));
  const below = reference.children(area.code);
  switch (areaLevel(area.code)) {
    case 3:
      return [{ post: 'county', place: area }];
    case 2:
      return [{ post: 'city', place: area }, ...counties(below)];
    case 1: {
      const first = below[0];
      const offices: Vacancy[] = [{ post: 'province', place: area }];
      if (!first) return offices;
      // 市辖区 has the municipality's name
      if (first.name !== area.name) offices.push({ post: 'city', place: first });
      return [...offices, ...counties(reference.children(first.code))];
    }
  }
}

async function freeName(tx: Queryable, wanted: string, areaCode: string): Promise<string> {
  const duplicate = await tx.row(sql`select 1 from auth_admin where lower(username) = ${wanted}`);
  return duplicate ? `${wanted.replace(/\d+$/, '')}_${areaCode.replace(/(00)+$/, '')}` : wanted;
}

/** The department of an officer: a section of the area's bureau, or the bureau of an area below. */
async function departmentOf(
  tx: Queryable,
  post: OfficeLevelOfGroup,
  place: AreaEntry,
  area: AreaEntry,
): Promise<number> {
  const bureauOf = async (of: AreaEntry, pid: number | null): Promise<number> => {
    const name = `${of.name}文化和旅游局`;
    const existing = await tx.row<{ id: number }>(
      sql`select id from auth_department where name = ${name} and area_code = ${of.code}`,
    );
    const made =
      existing ??
      (await tx.row<{ id: number }>(
        sql`insert into auth_department (pid, name, kind, area_code) values (${pid}, ${name}, 'bureau', ${of.code}) returning id`,
      ));
    return made?.id ?? 0;
  };
  const top = await bureauOf(area, null);
  const bureau = place === area ? top : await bureauOf(place, top);
  if (post === 'county') return bureau;
  const section = await tx.row<{ id: number }>(
    sql`insert into auth_department (pid, name, kind, area_code) values (${bureau}, '市场管理科', 'section', ${place.code}) returning id`,
  );
  return section?.id ?? 0;
}
