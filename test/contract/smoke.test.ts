import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Lifecycle } from '#kernel/declaration/lifecycle.ts';
import { kindOf, placeFieldOf } from '#kernel/field/field.ts';
import { writableFields } from '#kernel/lifecycle/fields-writable-and-row-deletable-in-state.ts';
import { movesFrom } from '#kernel/lifecycle/lifecycle.ts';
import {
  fieldsSummedPerGroup,
  fieldsToGroupListBy,
  type RowGroup,
} from '#kernel/list/list-grouping-fields-and-group-sums.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { standardActionsOf } from '#kernel/resource/permission-nodes.ts';
import { controllerNameOf, tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { sql } from '#server/db/sql.ts';
import type { Client, WireAnswer } from '../support/test-engine.ts';
import { watchWrites } from '../support/watch-writes.ts';
import { exportedRows } from './exported-csv.ts';
import { createFixture, type Fixture } from './fixture.ts';
import { sampleInput } from './sample.ts';
import { smokeResources, withNames } from './tested-resources.ts';

let world: Fixture;
beforeAll(async () => {
  world = await createFixture(smokeResources);
  await watchWrites(world.db);
});
afterAll(() => world.close());

type Row = Record<string, unknown>;

/** Texts in the form of days that do not exist: `Date.parse` takes the first for the second of March. */
const impossibleDays = ['2027-02-30', '2026-02-29', '2026-04-31', '2026-13-01', '0000-01-01', '2026-00-10'];

/** Two dozen calls of every real resource: what is tested of the language must also hold for the real declarations. */
describe.each(withNames(smokeResources))('%s', (_name, resource) => {
  const address = `/admin/${controllerNameOf(resource)}`;
  const offers = (action: string) => (standardActionsOf(resource) as readonly string[]).includes(action);
  const summary = (answer: WireAnswer) => [answer.status, answer.code, answer.msg];
  const list = (client: Client, query: Row = {}) =>
    client.get<{ list: Row[]; total: number }>(`${address}/index`, query);

  test('its rows are listed, filtered, ordered, searched and chosen', async () => {
    const { own } = world.subject(resource.name);
    const order = resource.order ?? ['id', 'desc'];
    const answered = async (query: Row) => {
      const answer = await list(world.chief, query);
      expect([query, ...summary(answer)]).toEqual([query, 200, 1, '']);
      return answer.data;
    };
    for (const query of [
      { page: 1, limit: 10, order: order.join() },
      { quick_search: '样本' },
      { select: 'true', initKey: 'id', initValue: [own] },
    ])
      await answered(query);
    const { total } = await answered({});
    const data = await answered({ search: [{ field: 'id', operator: '=', val: own }] });
    const [row = {}] = data.list;
    if (!resource.tree) expect(row.id).toBe(own);
    for (const [name, one] of Object.entries(allColumnsOf(resource))) {
      if (one.privacy === 'hidden') expect(row, name).not.toHaveProperty(name);
    }
    expect(summary(await world.chief.get(`${address}/edit`, { id: own })).slice(0, 2)).toEqual([200, 1]);
    expect(summary(await world.chief.get(`${address}/timeline`, { id: own })).slice(0, 2)).toEqual([200, 1]);
    // every grouping counts all of them
    for (const group of fieldsToGroupListBy(resource)) {
      const grouping = { group, sums: fieldsSummedPerGroup(resource).slice(0, 5).join() };
      const { data: answer } = await world.chief.get<{ list: RowGroup[]; more: boolean }>(
        `${address}/groups`,
        grouping,
      );
      if (!answer.more) expect([group, answer.list.reduce((sum, { count }) => sum + count, 0)]).toEqual([group, total]);
    }
    if (placeFieldOf(resource))
      expect(summary(await world.chief.get(`${address}/points`)).slice(0, 2)).toEqual([200, 1]);
    if (offers('export')) expect((await exportedRows(world.chief, resource)).length).toBeGreaterThan(1);
  });

  test('it is closed to strangers, to callers without the node, and outside the reach of an officer', async () => {
    const { foreign } = world.subject(resource.name);
    expect((await list(await world.client('nobody'))).code).toBe(302);
    const everybodys = resource.granted === false && standardActionsOf(resource).includes('index');
    expect((await list(world.bare)).code).toBe(everybodys ? 1 : 401);
    if (foreign === undefined) return;
    const shown = await world.full.get(`${address}/edit`, { id: foreign });
    // a resource that is shown only within another has no node
    if (!offers('index')) return expect(shown.code).toBe(401);
    expect(shown.data).toEqual({ reason: 'not_found' });
    const { data } = await list(world.full, { search: [{ field: 'id', operator: '=', val: foreign }] });
    expect(data.list).toEqual([]);
  });

  const days = Object.entries(writableFields(resource, 'add')).filter(([, one]) => kindOf(one).dated);
  test.runIf(offers('add') && days.length > 0)('days that do not exist are refused', async () => {
    const form = sampleInput(resource, 800, world.targets);
    for (const day of impossibleDays) {
      const answer = await world.chief.post<{ errors?: Row }>(`${address}/add`, {
        ...form,
        ...Object.fromEntries(days.map(([name]) => [name, day])),
      });
      expect(summary(answer).slice(0, 2), `${day}: ${answer.msg}`).toEqual([200, 0]);
      expect(Object.keys(answer.data.errors ?? {}), day).toEqual(expect.arrayContaining(days.map(([name]) => name)));
      for (const [name] of days.filter(([, one]) => one.filter !== false)) {
        const grouping = await list(world.chief, { search: [{ field: name, operator: '=', val: day }] });
        expect([name, day, grouping.status, grouping.code]).toEqual([name, day, 200, 0]);
      }
    }
    // the last representable day may be too late for the field, which is refused with its own message
    for (const [name] of days) {
      const answer = await world.chief.post(`${address}/add`, { ...form, [name]: '9999-12-31' });
      expect([name, answer.status, [0, 1].includes(answer.code)]).toEqual([name, 200, true]);
    }
  });

  test.runIf(offers('add'))('a row is added, changed, moved, deleted and restored', async () => {
    const empty = await world.fullEnglish.post<{ errors?: Row }>(`${address}/add`, { x: 1 });
    const required = Object.entries(writableFields(resource, 'add')).filter(([, one]) => one.required);
    if (required.length > 0) {
      expect(empty.code).toBe(0);
      expect(Object.keys(empty.data.errors ?? {})).toEqual(expect.arrayContaining(required.map(([name]) => name)));
    }
    const added = await world.chief.post<{ id: number }>(`${address}/add`, sampleInput(resource, 900, world.targets));
    expect([...summary(added), added.data]).toEqual([200, 1, '添加成功!', { id: expect.any(Number) }]);
    const { id } = added.data;

    if (offers('edit')) {
      const { row } = (await world.chief.get<{ row: Row }>(`${address}/edit`, { id })).data;
      const [name] =
        Object.entries(writableFields(resource, 'edit')).find(([, one]) => one.kind === 'text' && !one.unique) ?? [];
      const change = name ? { [name]: `改${String(row[name] ?? '')}`.slice(-20) } : {};
      expect(summary(await world.chief.post(`${address}/edit`, { id, version: row.version, ...change }))[2]).toBe(
        '更新成功!',
      );
      const late = await world.chief.post(`${address}/edit`, { id, version: 0, ...change });
      expect(late.data).toMatchObject({ reason: 'stale_version' });
    }
    const life = resource.life as Lifecycle | undefined;
    // a row entered by an officer may begin in a later state than an applicant's
    const begun =
      life &&
      (await world.db.row<{ status: string }>(sql`select status from ${sql.id(tableOf(resource))} where id = ${id}`));
    for (const move of life && begun ? movesFrom(life, begun.status, 'admin') : []) {
      const answer = await world.chief.post<{ reason?: string } | null>(`${address}/${move}`, { id });
      expect([move, answer.status, [0, 1].includes(answer.code)]).toEqual([move, 200, true]);
      // a guard refuses what the state would allow
      if (!life?.moves[move]?.when) expect(answer.data?.reason, move).not.toBe('bad_transition');
      if (answer.code === 1) break;
    }
    if (!offers('del')) return;
    const gone = await world.chief.del<{ undo?: number[] }>(`${address}/del`, { ids: [id] });
    if (gone.code === 0) return; // a rule of its own prevents it
    if (resource.recycle === false) return;
    expect(summary(await world.chief.post(`${address}/restore`, { ids: gone.data.undo })).slice(0, 2)).toEqual([
      200, 1,
    ]);
    expect((await world.chief.get(`${address}/edit`, { id })).code).toBe(1);
  });
});
