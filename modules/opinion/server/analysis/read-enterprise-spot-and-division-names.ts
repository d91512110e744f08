import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { spot } from '#modules/scenic/contract/scenic-spot-and-opening-season.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import {
  divisionNames,
  enterpriseNames,
  indexSubjectNames,
  type NamedSubject,
  type SubjectNames,
} from './match-enterprise-and-division-names.ts';

interface CachedNames {
  readonly stamp: string;
  readonly names: SubjectNames;
}

const cached = new WeakMap<object, CachedNames>();

/**
 * Names of the enterprises that trade, of scenic spots, which stand for their operators, and of all divisions. They are read
 * again only after an enterprise or a spot was written: sixty thousand names take a second.
 */
export async function readEnterpriseSpotAndDivisionNames(engine: Engine, db: Queryable): Promise<SubjectNames> {
  const table = sql.id(tableOf(enterprise));
  const spots = sql.id(tableOf(spot));
  const stamp = await db.row<{ stamp: string }>(sql`
    select string_agg(n || ' ' || coalesce(latest::text, ''), ' ' order by of) as stamp from (
      select 1 as of, count(*) as n, max(updatetime) as latest from ${table}
      union all select 2, count(*), max(updatetime) from ${spots}) s`);
  const present = cached.get(engine);
  if (present && present.stamp === stamp?.stamp) return present.names;
  const rows = await db.rows<{ id: number; name: string; short_name: string | null; area_code: string }>(sql`
    select id, name, short_name, area_code from ${table}
    where status in ('active', 'change_pending', 'suspended') and area_code is not null
    union all
    select s.enterprise_id, s.name, null, s.area_code from ${spots} s join ${table} e on e.id = s.enterprise_id
    where e.status in ('active', 'change_pending', 'suspended')
    order by id, name`);
  const names = indexSubjectNames(pairsOf(rows, engine.reference.areas()));
  cached.set(engine, { stamp: stamp?.stamp ?? '', names });
  return names;
}

function* pairsOf(
  enterprises: readonly { id: number; name: string; short_name: string | null; area_code: string }[],
  areas: ReadonlyMap<string, { readonly name: string }>,
): Generator<readonly [string, NamedSubject]> {
  for (const { id, name, short_name, area_code } of enterprises)
    for (const one of enterpriseNames(name, short_name)) yield [one, { of: 'enterprise', id, area: area_code }];
  for (const [area, { name }] of areas) for (const one of divisionNames(name)) yield [one, { of: 'area', area }];
}
