import { personStatesWithRights } from '#kernel/access/rows-members-hold-directly-or-through-parent.ts';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { holdsSeveralValues, targetsOf } from '#kernel/field/field.ts';
import { isCitationField, versionedResourceOf } from '#kernel/version/fields-citing-published-version-of-row.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../support/test-engine.ts';
import { zoo } from '../zoo/zoo.ts';
import { areas, columnsMeeting, insertAttachments, insertRow, type Targets, targetName } from './sample.ts';
import { testedResources } from './tested-resources.ts';

/** The rows of one resource that the suite uses. */
export interface Subject {
  readonly resource: AnyResource;
  /** In the county of the full officer. */
  readonly own: number;
  /** In another prefecture; undefined where rows have no area. */
  readonly foreign: number | undefined;
}

export interface Fixture extends TestApp {
  readonly subjects: ReadonlyMap<string, Subject>;
  readonly targets: Targets;
  /** Holds every right, everywhere. */
  readonly chief: Client;
  /** Holds every node, but only in one county. */
  readonly full: Client;
  /** The same person in English. */
  readonly fullEnglish: Client;
  /** Signed in without any permission. */
  readonly bare: Client;
  /** The member who owns what has an owner. */
  readonly owner: Client;
  subject(name: string): Subject;
}

/** Each tested resource with a row in reach and a row out of reach, and officers of every reach. */
export async function createFixture(requested: readonly AnyResource[] = testedResources): Promise<Fixture> {
  const app = await startApp({ max: 6, also: zoo });
  const { engine, db } = app;
  await insertAttachments(engine);
  const rules = sql`(select array_agg(id order by id) from auth_menu)`;
  await db.query(sql`with g as (insert into auth_group (name, rules) values ('县级全部权限', ${rules}), ('无权限', '{}') returning id, name)
    , own as (insert into auth_department (name, kind, area_code) values ('本科室', 'section', ${areas.own}) returning id)
    insert into auth_admin (username, nickname, password, group_arr, area_code, department_id)
    select case g.name when '无权限' then 'bare' else 'full' end, g.name, '', array[g.id], ${areas.own}, own.id from g, own`);
  const targets = new Map<string, number>();
  const subjects = new Map<string, Subject>();
  const needed = withTargets(requested, engine.find);
  // twice: a resource may refer to one that is declared later
  for (const round of [0, 1]) {
    for (const [place, resource] of needed.entries()) {
      const places = await placesOf(app, resource, subjects);
      const own = await insertRow(engine, resource, round * 50 + place + 1, targets, places.own);
      targets.set(resource.name, own);
      await insertCitedRow(app, needed, resource, targets, places.own);
      if (round === 0) continue;
      const foreign = places.foreign
        ? await insertRow(engine, resource, 100 + place, targets, places.foreign)
        : undefined;
      subjects.set(resource.name, { resource, own, foreign });
    }
  }
  for (const one of needed.flatMap((resource) => Object.values(resource.fields))) {
    const answers = columnsMeeting(one);
    const target = answers && engine.find(String(one.options.to));
    if (!answers || !target || isCitationField(one) || targets.has(targetName(one))) continue;
    const { own } = await placesOf(app, target, subjects);
    targets.set(targetName(one), await insertRow(engine, target, 300 + targets.size, targets, { ...own, ...answers }));
  }
  await engine.reference.reload();
  const full = await app.client({ officer: 'full' });
  return {
    ...app,
    subjects,
    targets,
    full,
    chief: await app.client({ officer: 'admin' }),
    fullEnglish: await app.client({ token: full.token, area: 'admin' }, 'en'),
    bare: await app.client({ officer: 'bare' }),
    owner: await app.client({ member: 'owner' }),
    subject: (name) => subjects.get(name) as Subject,
  };
}

/**
 * A published version of a row, if a resource cites it, or a part of one where that citation is required: it must be
 * there before the rows that cite it.
 */
async function insertCitedRow(
  { engine }: TestApp,
  needed: readonly AnyResource[],
  resource: AnyResource,
  targets: Map<string, number>,
  own: Record<string, unknown>,
): Promise<void> {
  const found = versionedResourceOf(resource, engine.find);
  const citing = needed
    .flatMap(({ fields }) => Object.values(fields))
    .find((one) => isCitationField(one) && one.options.to === resource.name && (one.required || resource.versions));
  if (!citing || !found || targets.has(targetName(citing))) return;
  const insert = (of: AnyResource, set: Record<string, unknown>) =>
    insertRow(engine, of, 300 + targets.size, targets, { ...own, ...set });
  const { versioned, through } = found;
  const published = `${versioned.name} / published`;
  const version = targets.get(published) ?? (await insert(versioned, columnsMeeting(citing) ?? {}));
  targets.set(published, version);
  if (through !== undefined) targets.set(targetName(citing), await insert(resource, { [through]: version }));
}

/** Resources with all that they refer to, referenced ones first as far as possible. */
function withTargets(requested: readonly AnyResource[], find: TestApp['engine']['find']): readonly AnyResource[] {
  const needed = new Set<AnyResource>();
  const seen = new Set<AnyResource>();
  const add = (resource: AnyResource | undefined): void => {
    if (!resource || seen.has(resource)) return;
    seen.add(resource);
    for (const one of Object.values(resource.fields))
      for (const target of targetsOf(one)) if (target.key === 'id') add(find(target.resource));
    needed.add(resource);
  };
  for (const resource of requested) add(resource);
  return [...needed];
}

/** Areas that a row itself names, none of them of the full officer. */
const liesElsewhere = ({ alsoIn = [], fields }: AnyResource): Record<string, unknown> =>
  Object.fromEntries(alsoIn.map((name) => [name, holdsSeveralValues(fields[name] as AnyField) ? [] : areas.foreign]));

/** Columns that put a row inside the reach of the full officer, and outside it. */
export async function placesOf(
  { officer, member, db, engine }: TestApp,
  resource: AnyResource,
  subjects: ReadonlyMap<string, Subject>,
): Promise<{ own: Record<string, unknown>; foreign?: Record<string, unknown> }> {
  const namesHolders = engine.resources.some((one) => one.people === resource.name);
  const held = async (username: string) => {
    const { id } = await member(username);
    if (namesHolders) return { user_id: id, role: 'owner', status: personStatesWithRights(resource)?.[0] };
    return resource.owner ? { [resource.owner]: id } : {};
  };
  if (resource.scope === 'parent') {
    const above = subjects.get(String(resource.fields[resource.partOf as string]?.options.to))?.foreign;
    return {
      own: await held('owner'),
      ...(above
        ? { foreign: { [resource.partOf as string]: above, ...liesElsewhere(resource), ...(await held('stranger')) } }
        : {}),
    };
  }
  if (resource.scope === 'area') {
    return {
      own: { area_code: areas.own, ...(await held('owner')) },
      foreign: { area_code: areas.foreign, ...(await held('stranger')) },
    };
  }
  if (resource.scope === 'own' && resource.owner) {
    // personal rows are seen by nobody else, not even by those who see everything
    const who = resource.granted === false ? 'admin' : 'full';
    const notTheirs = resource.member ? { [resource.member]: null } : {};
    return {
      own: { [resource.owner]: (await officer(who)).id, ...notTheirs },
      foreign: { [resource.owner]: (await officer('city')).id, ...notTheirs },
    };
  }
  if (resource.scope === 'department') {
    const elsewhere = await db.row<{ id: number }>(
      sql`insert into auth_department (name, kind, area_code) values ('别处科室', 'section', ${areas.foreign}) returning id`,
    );
    return {
      own: { department_id: (await officer('full')).departments[0] },
      foreign: { department_id: elsewhere?.id },
    };
  }
  return { own: {} };
}
