import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { resources } from '#modules/registry.ts';
import { type Caller, systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { readListQuery } from '#server/read/condition/read-list-query.ts';
import { readListPage } from '#server/read/list/read-list-page.ts';
import { readRow, rowJson } from '#server/read/row/read-one-row-as-json.ts';
import { decodeByteString } from '#server/utf8-byte-string.ts';
import { zoo } from '../zoo/zoo.ts';
import { createFixture, type Fixture } from './fixture.ts';

/**
 * The moves and actions offered on a row are computed in two places: by the database for the answers of writes, and
 * next to the row for single records and lists. Both agree for every row, in every state, for everybody.
 */
let world: Fixture;
const proven = [...zoo.resources, ...resources].filter(({ life }) => life !== undefined);
/** Names of all nodes, and two members. */
let names: readonly string[] = [];
let people: readonly { id: number }[] = [];
beforeAll(async () => {
  world = await createFixture(proven);
  const rules = await world.db.rows<{ name: string }>(sql`select lower(name) as name from auth_menu where name <> ''`);
  names = rules.map(({ name }) => name);
  people = await world.db.rows<{ id: number }>(sql`select id from member order by id limit 2`);
});
afterAll(() => world.close());

type Facts = Record<'_moves' | '_closed' | '_approval' | '_actions', unknown>;
const shortlyIn = (facts?: Facts) => ({ _moves: facts?._moves, _actions: facts?._actions });
const offersIn = ({ _moves, _closed, _approval, _actions }: Facts) => ({ _moves, _closed, _approval, _actions });

/** A caller with exactly these nodes. */
const officer = (nodes: readonly string[], id: number): Caller => ({
  ...systemCaller({ type: 'admin', id, grantKey: `${id} ${nodes.join()}` }),
  nodes: new Set(nodes),
});

const undone = new Error('undone');
/** A proposal made by somebody, where there are any. */
const waiting = (resource: AnyResource, by: number) => {
  const [move, one] = Object.entries<Move>(resource.life?.moves ?? {}).find(([, one]) => one.steps) ?? [];
  const next = one?.steps?.[1]?.name ?? one?.steps?.[0]?.name;
  return move === undefined ? null : { move, next, holder: by, taken: [{ by, at: 1 }], input: {} };
};

/** Compares what a caller is offered on the sample row in a state. Returns whether they see the row. */
async function compare(
  resource: AnyResource,
  state: string,
  caller: Caller,
  approval: object | null,
): Promise<boolean> {
  let isVisible = false;
  const table = sql.id(tableOf(resource));
  const { own } = world.subject(resource.name);
  await world.db
    .transaction(async (tx) => {
      await tx.query(sql`set local session_replication_role = replica`);
      const waits = approval ? sql`, approval = ${JSON.stringify({ ...approval, from: state })}::jsonb` : sql.empty;
      await tx.query(sql`update ${table} set status = ${state}${waits} where id = ${own}`);
      const record = await readRow<Facts>(world.engine, resource, caller, own, tx).catch(() => undefined);
      if (record) {
        const found = await tx.row<{ row: Facts }>(
          sql`select ${rowJson(resource, caller, 'record', world.engine.find)} as row from ${table} t where t.id = ${own}`,
        );
        expect({ resource: resource.name, state, ...offersIn(record) }).toEqual({
          resource: resource.name,
          state,
          ...offersIn(found?.row as Facts),
        });
        const within = { ...world.engine, db: { ...world.db, row: tx.row } };
        const query = readListQuery(resource, { search: [{ field: 'id', operator: 'eq', val: own }] });
        const page = await readListPage(within, resource, caller, query);
        const [listed] = JSON.parse(decodeByteString(page.list)) as Facts[];
        expect({ resource: resource.name, state, ...shortlyIn(listed) }, 'in a list').toEqual({
          resource: resource.name,
          state,
          ...shortlyIn(record),
        });
        isVisible = true;
      }
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return isVisible;
}

/** Rows that were seen and compared. */
let compared = 0;

test.for(proven.map((resource) => [resource.name, resource] as const))(
  'a row of %s offers the same as a record, in a list and by the database, in every state',
  async ([, resource]) => {
    const everything = officer(names, 7);
    for (const state of Object.keys(resource.life?.states ?? {})) {
      const proposals = [waiting(resource, 7), waiting(resource, 8)].filter((one) => one !== null);
      for (const proposal of [null, ...proposals])
        compared += Number(await compare(resource, state, everything, proposal));
      for (const { id } of people)
        compared += Number(
          await compare(resource, state, { ...systemCaller(), type: 'member', id, grantKey: 'm' }, null),
        );
    }
  },
);

test('most rows were seen', () => {
  expect(compared).toBeGreaterThan(proven.length * 4);
});

test('a row offers the same to officers with any nodes', async () => {
  const chosen = fc.record({
    at: fc.nat(),
    state: fc.nat(),
    included: fc.array(fc.boolean(), { minLength: 40 }),
    id: fc.constantFrom(7, 8),
  });
  await fc.assert(
    fc.asyncProperty(chosen, async ({ at, state, included, id }) => {
      const resource = proven[at % proven.length] as AnyResource;
      const states = Object.keys(resource.life?.states ?? {});
      const own = names.filter((name) => name.startsWith(`${resource.name.toLowerCase()}/`));
      const held = own.filter((_, place) => included[place % included.length]);
      await compare(resource, states[state % states.length] as string, officer(held, id), waiting(resource, 7));
    }),
    { numRuns: 60 },
  );
});
