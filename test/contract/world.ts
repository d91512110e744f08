import type { AnyResource } from '#kernel/resource.ts';
import { resources } from '#modules/registry.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../engine.ts';
import { areas, insertAttachments, insertRow, type Targets } from './sample.ts';

/** The rows of one resource the suite asks about. */
export interface Subject {
  readonly resource: AnyResource;
  /** In the county of the full officer. */
  readonly own: number;
  /** In another prefecture; undefined where rows have no area. */
  readonly foreign: number | undefined;
}

export interface World extends TestApp {
  readonly subjects: ReadonlyMap<string, Subject>;
  readonly targets: Targets;
  /** Sees and may everything. */
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

/** Every declared resource with a row of one's own and a row of somebody else's, and officers of every reach. */
export async function createWorld(): Promise<World> {
  const app = await startApp({ max: 6 });
  const { engine, db } = app;
  await insertAttachments(engine, 5000);
  const rules = sql`(select array_agg(id order by id) from auth_menu)`;
  await db.query(sql`with g as (insert into auth_group (name, rules) values ('县级全部权限', ${rules}), ('无权限', '{}') returning id, name)
    insert into auth_admin (username, nickname, password, group_arr, area_code)
    select case g.name when '无权限' then 'bare' else 'full' end, g.name, '', array[g.id], ${areas.own} from g`);
  const targets = new Map<string, number>();
  const subjects = new Map<string, Subject>();
  // twice: what is declared first may refer to what is declared later
  for (const round of [0, 1]) {
    for (const [place, resource] of resources.entries()) {
      const set = await ownersOf(app, resource);
      const own = await insertRow(engine, resource, round * 50 + place + 1, targets, { ...set.own });
      targets.set(resource.name, own);
      if (round === 0) continue;
      const foreign = set.foreign
        ? await insertRow(engine, resource, 100 + place, targets, { ...set.foreign })
        : undefined;
      subjects.set(resource.name, { resource, own, foreign });
    }
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

/** Columns that put a row inside the reach of the full officer, and outside it. */
async function ownersOf(
  { officer, member }: TestApp,
  resource: AnyResource,
): Promise<{ own: Record<string, unknown>; foreign?: Record<string, unknown> }> {
  if (resource.scope === 'area') {
    const held = async (username: string) => (resource.owner ? { [resource.owner]: (await member(username)).id } : {});
    return {
      own: { area_code: areas.own, ...(await held('owner')) },
      foreign: { area_code: areas.foreign, ...(await held('stranger')) },
    };
  }
  if (resource.scope === 'own' && resource.owner) {
    return {
      own: { [resource.owner]: (await officer('full')).id },
      foreign: { [resource.owner]: (await officer('city')).id },
    };
  }
  return { own: {} };
}
