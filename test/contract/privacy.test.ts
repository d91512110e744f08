import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf, placeFieldOf } from '#kernel/field/field.ts';
import { fieldsToGroupListBy } from '#kernel/list/list-grouping-fields-and-group-sums.ts';
import { standardActionsOf } from '#kernel/resource/permission-nodes.ts';
import { controllerNameOf, tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type SqlValue, sql } from '#server/db/sql.ts';
import { toStoredValue } from '#server/write/field/convert-to-stored-values.ts';
import { schemaOf } from '#server/write/field/validate-input-by-field-declarations.ts';
import type { Client } from '../support/test-engine.ts';
import { exportedRows } from './exported-csv.ts';
import { createFixture, type Fixture, placesOf } from './fixture.ts';
import { insertRow, sampleValue } from './sample.ts';
import { testedResources, withNames } from './tested-resources.ts';

let world: Fixture;
beforeAll(async () => {
  world = await createFixture();
});
afterAll(() => world.close());

const secretFields = (resource: AnyResource) => Object.entries(resource.fields).filter(([, one]) => one.privacy);
/** Those that an edit may change: others are written by the server, or never changed. */
const editedSecrets = (resource: AnyResource) =>
  standardActionsOf(resource).includes('edit')
    ? secretFields(resource).filter(([, one]) => (one.write ?? 'form') === 'form')
    : [];
const withSecrets = testedResources.filter((one) => secretFields(one).length > 0);

/** The plain values of a row, before and after it is edited; none of them may be readable anywhere. */
function plainValues(resource: AnyResource, n: number): Record<string, string> {
  return Object.fromEntries(secretFields(resource).map(([name, one]) => [name, String(sampleValue(one, n))]));
}

const stored = (one: AnyField, value: string): SqlValue =>
  toStoredValue(one, schemaOf(one).parse(value), world.engine.seal);

/** Whether any of the values can be read in a text. Short numbers may occur by chance, so only whole values count. */
function expectNone(text: string, values: Iterable<string>, where: string): void {
  for (const value of values)
    expect(
      text.includes(value),
      `${value} in ${where}: …${text.slice(Math.max(0, text.indexOf(value) - 60), text.indexOf(value) + 30)}`,
    ).toBe(false);
}

describe.each(withNames(withSecrets))('%s', (_name, resource) => {
  const address = `/admin/${controllerNameOf(resource)}`;
  const first = plainValues(resource, 7001);
  const second = plainValues(resource, 7002);
  const plain = [...Object.values(first), ...Object.values(second)];
  let id = 0;

  beforeAll(async () => {
    const set = Object.fromEntries(
      secretFields(resource).map(([name, one]) => [name, stored(one, first[name] as string)]),
    );
    id = await insertRow(world.engine, resource, 71, world.targets, {
      ...set,
      ...(await placesOf(world, resource, world.subjects)).own,
      // a person can have only one role in an enterprise, and there is already such a row
      ...(world.engine.resources.some((one) => one.people === resource.name) ? { user_id: null } : {}),
    });
  });

  const readers = (): [string, Client][] => [
    ['the chief', world.chief],
    ['an officer of the county', world.full],
  ];

  async function everyView(client: Client, label: string): Promise<void> {
    for (const [call, query] of [
      ['index', { limit: 200 }],
      ['index', { limit: 200, search: [{ field: 'id', operator: '=', val: id }] }],
      ['index', { select: 'true', initKey: 'id', initValue: [id] }],
      ['index', { select: 'true', quick_search: '' }],
      ['edit', { id }],
      ['timeline', { id }],
      ...(placeFieldOf(resource) ? [['points', {}] as const] : []),
      ...fieldsToGroupListBy(resource).map((group) => ['groups', { group }] as const),
    ] as const) {
      const answer = await client.get(`${address}/${call}`, query);
      expect([call, answer.code]).toEqual([call, 1]);
      expectNone(answer.text, plain, `${call} of ${label}`);
    }
    if (standardActionsOf(resource).includes('export')) {
      const rows = await exportedRows(client, resource);
      expect(rows.length).toBeGreaterThan(1);
      expectNone(JSON.stringify(rows), plain, `export of ${label}`);
    }
    const found = await client.get('/admin/search/index', { quick_search: Object.values(first)[0] });
    expect(found.code).toBe(1);
    expect(found.data).toMatchObject({ list: [] });
  }

  test('personal data stays masked in every view of every officer', async () => {
    for (const [label, client] of readers()) await everyView(client, label);
  });

  test('sorting and filtering do not reveal masked values', async () => {
    for (const [name, one] of secretFields(resource)) {
      const value = first[name] as string;
      for (const [operator, val] of [
        ['RANGE', `${value.slice(0, 4)},z`],
        ['>', value.slice(0, 4)],
        ['IN', `${value},1`],
        ['NOT LIKE', '1'],
        ['<>', value],
      ] as const) {
        const answer = await world.chief.get(`${address}/index`, { search: [{ field: name, operator, val }] });
        expect(answer.code, `${name} ${operator}`).toBe(0);
      }
      // who sees a value may search for it; that reveals nothing else
      const shown = String(
        (await world.chief.get<{ row: Record<string, unknown> }>(`${address}/edit`, { id })).data.row[name],
      );
      for (const client of [world.chief, world.full]) {
        for (const val of [value, shown]) {
          const like = await client.get<{ list: { id: number }[] }>(`${address}/index`, {
            search: [{ field: name, operator: 'LIKE', val }],
          });
          if (one.privacy === 'hidden' || kindOf(one).operators.length === 0) expect(like.code).toBe(0);
          else expect([name, val, like.data.list.some((row) => row.id === id)]).toEqual([name, val, val === shown]);
        }
      }
      const exact = await world.chief.get<{ list: { id: number }[] }>(`${address}/index`, {
        search: [{ field: name, operator: '=', val: value }],
      });
      if (one.privacy === 'hidden' || kindOf(one).operators.length === 0) expect(exact.code).toBe(0);
      else expect(exact.data.list.map((row) => row.id)).toEqual([id]);
      for (const initKey of [name]) {
        const oracle = await world.chief.get<{ list?: unknown[] }>(`${address}/index`, {
          select: 'true',
          initKey,
          initValue: [value],
        });
        expect(oracle.code, `initKey ${name}`).toBe(0);
      }
    }
  });

  test('those who may not list the rows get only names to choose from', async () => {
    const answer = await world.bare.get<{ list?: Record<string, unknown>[]; options?: Record<string, unknown>[] }>(
      `${address}/index`,
      { select: 'true' },
    );
    if (answer.code !== 1) return;
    expectNone(answer.text, plain, 'options of a bare officer');
    for (const row of answer.data.options ?? answer.data.list ?? []) {
      const visible = Object.keys(row).filter((key) => JSON.stringify(row[key]) !== '[]');
      expect(visible.filter((key) => !['id', resource.title, resource.tree].includes(key))).toEqual([]);
    }
  });

  test.runIf(editedSecrets(resource).length > 0)(
    'an edit leaves nothing plain in the timeline, the logs and the events',
    async () => {
      const changes = Object.fromEntries(editedSecrets(resource).map(([name]) => [name, second[name]]));
      if (resource.life)
        await world.db.query(
          sql`update ${sql.id(tableOf(resource))} set status = ${(resource.life as { initial: string }).initial} where id = ${id}`,
        );
      const answer = await world.chief.post(`${address}/edit`, { id, ...changes });
      expect([answer.code, answer.msg]).toEqual([1, '更新成功!']);
      const logged = await world.chief.get('/admin/auth.adminLog/index', { limit: 200 });
      expectNone(logged.text, plain, 'operation log');
      const events = await world.db.rows<{ text: string }>(
        sql`select payload::text as text from event where resource = ${resource.name} and row_id = ${id}`,
      );
      expect(events.length).toBeGreaterThan(0);
      expectNone(JSON.stringify(events), plain, 'events');
      for (const [label, client] of readers()) await everyView(client, label);
      const changed = await world.chief.get<{ list: { changes: Record<string, unknown> }[] }>(`${address}/timeline`, {
        id,
      });
      const hidden = secretFields(resource)
        .filter(([, one]) => one.privacy === 'hidden')
        .map(([name]) => name);
      for (const entry of changed.data.list) for (const name of hidden) expect(entry.changes).not.toHaveProperty(name);
      const table = await world.db.row<{ text: string }>(
        sql`select row_to_json(t)::text as text from ${sql.id(tableOf(resource))} t where id = ${id}`,
      );
      const sealed = secretFields(resource)
        .filter(([, one]) => kindOf(one).sealed || one.kind === 'password')
        .map(([name]) => [first[name], second[name]] as string[]);
      expectNone(table?.text ?? '', sealed.flat(), 'the table itself');
    },
  );

  test.runIf(standardActionsOf(resource).includes('edit'))(
    'a masked value that is sent back unchanged does not replace the real one',
    async () => {
      const masked = secretFields(resource).filter(([, one]) => one.privacy === 'masked');
      const shown = (await world.full.get<{ row: Record<string, unknown> }>(`${address}/edit`, { id })).data.row;
      const body = Object.fromEntries(masked.map(([name]) => [name, shown[name]]));
      const before = await world.db.row(
        sql`select ${sql.join(masked.map(([name]) => sql.id(name)))} from ${sql.id(tableOf(resource))} where id = ${id}`,
      );
      await world.full.post(`${address}/edit`, { id, ...body });
      expect(
        await world.db.row(
          sql`select ${sql.join(masked.map(([name]) => sql.id(name)))} from ${sql.id(tableOf(resource))} where id = ${id}`,
        ),
      ).toEqual(before);
    },
  );

  test.runIf(standardActionsOf(resource).includes('reveal'))(
    'only a reveal with a reason shows them, and it is logged',
    async () => {
      const fields = secretFields(resource)
        .filter(([, one]) => one.privacy === 'masked')
        .map(([name]) => name);
      const hidden = secretFields(resource)
        .filter(([, one]) => one.privacy === 'hidden')
        .map(([name]) => name);
      for (const body of [
        { id, fields },
        { id, fields, reason: '' },
        { id, fields, reason: '  ' },
        { id, fields, reason: 'x'.repeat(201) },
        { id, fields: [], reason: '核对身份' },
        { id, fields: ['id', ...fields], reason: '核对身份' },
        { id, fields: ['password'], reason: '核对身份' },
        { id, fields: ['__proto__'], reason: '核对身份' },
        { id, fields: 'mobile', reason: '核对身份' },
        ...hidden.map((name) => ({ id, fields: [name], reason: '核对身份' })),
      ]) {
        const answer = await world.full.post(`${address}/reveal`, body);
        expect([body, answer.status, answer.code]).toEqual([body, 200, 0]);
        expectNone(answer.text, plain, 'a refusal');
      }
      const before = await world.db.row<{ n: number }>('select count(*)::int as n from reveal_log');
      const answer = await world.full.post<{ row: Record<string, string> }>(`${address}/reveal`, {
        id,
        fields,
        reason: '核对身份',
      });
      const edited = new Set(editedSecrets(resource).map(([name]) => name));
      for (const name of fields)
        expect([name, answer.data.row[name]]).toEqual([name, (edited.has(name) ? second : first)[name]]);
      const log = await world.db.row(
        'select username, resource, row_id, fields, reason from reveal_log order by id desc limit 1',
      );
      expect(log).toEqual({ username: 'full', resource: resource.name, row_id: id, fields, reason: '核对身份' });
      expect(await world.db.row('select count(*)::int as n from reveal_log')).toEqual({ n: (before?.n ?? 0) + 1 });
    },
  );
});

test('no answer of the boot call, of sessions or of the log contains a hash or a token', async () => {
  for (const address of [
    '/admin/index/index',
    '/admin/session/index',
    '/admin/auth.admin/index',
    '/admin/auth.adminLog/index',
  ]) {
    const { text } = await world.chief.get(address);
    expect(text).not.toContain('argon2');
    expect(text).not.toContain(world.chief.token);
    expect(text).not.toContain(world.chief.refreshToken);
  }
});
