import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyField } from '#kernel/declaration/field.ts';
import { operators } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { isOrderable, kindOf } from '#kernel/field/field.ts';
import { namesOfSearchedFields } from '#kernel/list/fields-covered-by-quick-search.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { standardActionsOf } from '#kernel/resource/permission-nodes.ts';
import { controllerNameOf, relationNameOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Client } from '../support/test-engine.ts';
import { exportedRows } from './exported-csv.ts';
import { createFixture, type Fixture } from './fixture.ts';
import { sampleValue } from './sample.ts';
import { testedResources, withNames } from './tested-resources.ts';

let world: Fixture;
beforeAll(async () => {
  world = await createFixture();
});
afterAll(() => world.close());

interface Page {
  list: Record<string, unknown>[];
  total?: number;
  remark: string;
}
const listOf = (client: Client, resource: AnyResource, query: Record<string, unknown> = {}) =>
  client.get<Page>(`/admin/${controllerNameOf(resource)}/index`, query);
const condition = (field: string, operator: string, val: unknown, more: Record<string, unknown> = {}) => ({
  search: [{ field, operator, val, ...more }],
});

/** Trees are answered as a whole, and the shapes of two access lists are written by hand (wire contract §2.7). */
const isFlat = (resource: AnyResource) => !resource.tree;
const filterable = (resource: AnyResource) =>
  Object.entries(allColumnsOf(resource)).filter(([, one]) => one.filter !== false && one.privacy !== 'hidden');

/** The conditions on rows that a resource refers to, one or many of them. */
const related = (resource: AnyResource) =>
  Object.entries(resource.fields).flatMap(([name, one]): [string, AnyField][] => {
    const target = one.kind === 'area' ? 'system/area' : one.options.to;
    const found = world.engine.find(String(target));
    return found
      ? [found.title, 'id'].map((column) => [
          `${relationNameOf(name)}.${column}`,
          allColumnsOf(found)[column] as AnyField,
        ])
      : [];
  });

const nasty = [
  "' or 1=1; drop table auth_admin; --",
  '%_\\',
  '😀𠮷',
  '\u0000\u0007\u202e',
  '9'.repeat(40),
  '-1e309',
  '2026-02-30 25:61:00',
  '字'.repeat(1500),
  'a,b,,c',
  ',',
  '{"a":1}',
  '<script>alert(1)</script>',
] as const;

/** Values that the wire contract writes in a special way (§2.6, §2.7). */
const otherwise = new Set([
  'auth/menu.keepalive',
  'auth/admin.lastlogintime',
  'security/dataRecycleLog.is_restore',
  'security/sensitiveDataLog.is_rollback',
]);

describe.each(withNames(testedResources.filter((one) => standardActionsOf(one).includes('index'))))(
  '%s',
  (_name, resource) => {
    const fields = allColumnsOf(resource);

    test('the first call, without page, limit or order, is answered with a page in the shape of the contract', async () => {
      const answer = await listOf(world.chief, resource);
      expect(answer.status).toBe(200);
      expect(answer.text).toMatch(/^\{"code":1,"msg":"","time":\d{10},"data":\{"list":\[/);
      expect(typeof answer.data.remark).toBe('string');
      expect(answer.data.list.length).toBeGreaterThan(0);
      if (isFlat(resource)) expect(answer.data.total).toBeGreaterThan(0);
      for (const row of answer.data.list) {
        expect(Number.isInteger(row.id)).toBe(true);
        expect(Array.isArray(row._moves)).toBe(true);
        expect(Array.isArray(row._actions)).toBe(true);
      }
    });

    test('wire types: ids and moments are numbers, flags and options words, money has two decimals', async () => {
      const { data } = await listOf(world.chief, resource, { limit: 200 });
      for (const row of data.list.slice(0, 20)) {
        for (const [name, value] of Object.entries(row)) {
          const one = fields[name];
          if (!one || value === null || otherwise.has(`${resource.name}.${name}`)) continue;
          if (['integer', 'number', 'float', 'year', 'datetime', 'reference', 'parent'].includes(one.kind))
            expect(typeof value, name).toBe('number');
          if (one.kind === 'switch') expect(['0', '1']).toContain(value);
          if (one.kind === 'money') expect(value).toMatch(/^-?\d+\.\d{2}$/);
          if (one.kind === 'date') expect(value).toMatch(/^\d{4}-\d{2}-\d{2}$/);
          if (one.kind === 'select' || one.kind === 'radio') expect(typeof value, name).toBe('string');
        }
      }
    });

    test('limit is capped at 200, wrong pages and limits fall back, a page past the end is empty', async () => {
      const all = (await listOf(world.chief, resource, { limit: 200 })).data;
      for (const limit of ['100000', '-5', 'abc', '0', '1.5', '', '9'.repeat(30)]) {
        const answer = await listOf(world.chief, resource, { limit });
        expect([limit, answer.code]).toEqual([limit, 1]);
        if (isFlat(resource)) expect(answer.data.list.length).toBeLessThanOrEqual(200);
      }
      for (const page of ['0', '-1', 'x', '1e9', ''])
        expect((await listOf(world.chief, resource, { page })).code).toBe(1);
      if (!isFlat(resource)) return;
      const past = (await listOf(world.chief, resource, { page: 99_999, limit: 200 })).data;
      expect([past.list, past.total]).toEqual([[], all.total]);
    });

    test('every sortable column sorts both ways; others are refused in both languages', async () => {
      let turn = 0;
      for (const [name, one] of Object.entries(fields)) {
        const sorts = name === 'id' || isOrderable(one);
        // how an odd direction is read does not depend on the column: in turn
        for (const direction of ['asc', 'desc', turn++ % 2 ? 'DESC' : 'nonsense']) {
          const answer = await listOf(world.chief, resource, { order: `${name},${direction}` });
          expect([name, direction, answer.status, answer.code]).toEqual([name, direction, 200, sorts ? 1 : 0]);
        }
      }
      for (const order of [
        'no_such_column,asc',
        'id;drop table auth_admin,asc',
        'password,asc',
        '__proto__,asc',
        'constructor',
        'toString,desc',
      ]) {
        const answer = await listOf(world.full, resource, { order });
        expect([order, answer.status, answer.code, answer.data]).toMatchObject([
          order,
          200,
          0,
          { reason: 'parameter' },
        ]);
        expect(answer.msg).toMatch(/[\u4e00-\u9fff]/);
        expect((await listOf(world.fullEnglish, resource, { order })).msg).toMatch(/^[ -~]+$/);
      }
    });

    test('unknown, hidden and unfilterable columns in search are refused in both languages', async () => {
      const hidden = Object.entries(fields)
        .filter(([, one]) => one.privacy === 'hidden' || one.filter === false)
        .map(([name]) => name);
      for (const field of [
        ...hidden,
        'no_such',
        'password',
        'id"',
        '__proto__',
        'constructor',
        'a.b',
        'area.password',
        'admin.password',
        '.',
        'id.',
      ]) {
        if (field in fields && !hidden.includes(field)) continue;
        const answer = await listOf(world.full, resource, condition(field, '=', '1'));
        expect([field, answer.status, answer.code]).toEqual([field, 200, 0]);
        expect(answer.msg).toMatch(/[\u4e00-\u9fff]/);
        expect((await listOf(world.fullEnglish, resource, condition(field, '=', '1'))).msg).toMatch(/^[ -~]+$/);
      }
    });

    test('unknown operators and incomplete conditions are ignored', async () => {
      for (const search of [
        [{ field: 'id', operator: 'SLEEP(9)', val: '1' }],
        [{ field: 'id', val: '1' }],
        [{ operator: '=', val: '1' }],
        [{ field: ['id'], operator: '=', val: '1' }],
        [{ field: 'id', operator: ['='], val: '1' }],
      ]) {
        const answer = await listOf(world.chief, resource, { search });
        expect([search, answer.code, answer.data.list.length > 0]).toEqual([search, 1, true]);
      }
      for (const written of [
        'search=abc',
        'search[]=abc',
        'search[0]=abc',
        'search[x][field]=id&search[x][operator]==&search[x][val]=0',
        'search[0][field][a]=id',
        'search[0][field]=id&search[0][operator]==',
      ]) {
        expect((await world.chief.get(`/admin/${controllerNameOf(resource)}/index`, written)).status).toBe(200);
      }
    });

    test('every operator works on every filterable field with a value of its kind', async () => {
      for (const [name, one] of filterable(resource)) {
        for (const operator of kindOf(one).operators) {
          if (one.privacy === 'masked' && operator !== '=' && !operator.includes('NULL')) continue;
          const answer = await listOf(world.chief, resource, condition(name, operator, valueFor(operator, one)));
          expect([name, operator, answer.status, answer.code, answer.msg]).toEqual([name, operator, 200, 1, '']);
        }
      }
    });

    test('no operator with any value on any field causes an internal error', async () => {
      // in turn, so that an operator meets each value on another field
      for (const [place, [name, one]] of [...filterable(resource), ...related(resource)].entries()) {
        for (const [at, operator] of operators.entries()) {
          const val = nasty[(place + at) % nasty.length];
          const render = one.kind === 'datetime' ? { render: 'datetime' } : {};
          const answer = await listOf(world.full, resource, condition(name, operator, val, render));
          if (
            answer.status !== 200 ||
            (answer.code !== 1 && (answer.data as unknown as { reason: string }).reason !== 'parameter')
          ) {
            expect.fail(`${name} ${operator} ${JSON.stringify(val)}: ${answer.status} ${answer.text.slice(0, 200)}`);
          }
        }
      }
    });

    test('quick search finds the row by its words and treats fragments of SQL as words', async () => {
      const subject = world.subject(resource.name);
      const [name] = namesOfSearchedFields(resource);
      if (name && isFlat(resource)) {
        const row = (
          await world.chief.get<{ row: Record<string, unknown> }>(`/admin/${controllerNameOf(resource)}/edit`, {
            id: subject.own,
          })
        ).data.row;
        const written = String(row[name]);
        const found = await listOf(world.chief, resource, { quick_search: written.toUpperCase(), limit: 200 });
        expect(found.data.list.map((one) => one.id)).toContain(subject.own);
      }
      for (const quick_search of [
        ...nasty.filter((one) => one.length < 500),
        "%' union select password from auth_admin --",
        '*',
        '\\',
        ' ',
        '字',
      ]) {
        const answer = await listOf(world.chief, resource, { quick_search });
        expect([quick_search, answer.status, answer.code]).toEqual([quick_search, 200, 1]);
      }
      expect((await listOf(world.chief, resource, { quick_search: '字'.repeat(501) })).code).toBe(0);
      if (isFlat(resource))
        expect((await listOf(world.chief, resource, { quick_search: 'no such words anywhere' })).data.list).toEqual([]);
    });

    test('remote select returns labels for the requested keys, and refuses unknown keys', async () => {
      const subject = world.subject(resource.name);
      const answer = await listOf(world.chief, resource, {
        select: 'true',
        quick_search: '',
        page: 1,
        initKey: 'id',
        initValue: [subject.own],
      });
      expect(answer.code).toBe(1);
      const { options, list } = answer.data as unknown as { options?: { id: number }[]; list?: { id: number }[] };
      expect((options ?? list)?.map((one) => one.id)).toEqual([subject.own]);
      expect((options ?? list)?.[0]).toHaveProperty(resource.title);
      for (const initKey of ['no_such', 'password', 'id; --', '__proto__']) {
        const refused = await listOf(world.chief, resource, { select: 'true', initKey, initValue: ['1'] });
        expect([initKey, refused.status, refused.code]).toEqual([initKey, 200, 0]);
      }
      for (const initValue of nasty) {
        const odd = await listOf(world.chief, resource, { select: 'true', initKey: 'id', initValue });
        expect([initValue, odd.status]).toEqual([initValue, 200]);
      }
    });

    test('no URL of a list causes an internal error', async () => {
      const value = fc.oneof(
        fc.string(),
        fc.constantFrom(...nasty),
        fc.string({ unit: 'binary', maxLength: 20 }),
        fc.integer().map(String),
      );
      const name = fc.constantFrom(...Object.keys(fields), 'relation.column', 'x');
      const search = fc.array(
        fc.record({
          field: fc.oneof(name, value),
          operator: fc.oneof(fc.constantFrom(...operators), value),
          val: value,
          render: fc.constantFrom('', 'datetime', 'switch'),
        }),
        { maxLength: 4 },
      );
      const query = fc.record(
        {
          page: value,
          limit: value,
          order: fc.oneof(
            value,
            name.map((one) => `${one},asc`),
          ),
          quick_search: value,
          search,
          select: fc.constantFrom('', 'true'),
          initKey: fc.constantFrom('', 'id', 'x'),
          initValue: value,
        },
        { requiredKeys: [] },
      );
      await fc.assert(
        fc.asyncProperty(query, async (given) => {
          const answer = await listOf(world.full, resource, given);
          expect([answer.status, [0, 1].includes(answer.code)]).toEqual([200, true]);
        }),
        { numRuns: 40 },
      );
    });

    test.runIf(standardActionsOf(resource).includes('export'))(
      'exports the requested rows, and nothing for an invalid request',
      async () => {
        const address = `/admin/${controllerNameOf(resource)}/export`;
        expect((await exportedRows(world.chief, resource)).length).toBeGreaterThan(1);
        const { data } = await world.chief.get<{ url: string }>(address, { export: 'xlsx', format: 'xlsx' });
        const workbook = await world.chief.get(data.url);
        expect([workbook.status, workbook.text.slice(0, 2)], 'a zip').toEqual([200, 'PK']);
        const wrong = await world.chief.get(address, { export: 'csv', format: 'csv', order: 'no_such,asc' });
        expect([wrong.status, wrong.code]).toEqual([200, 0]);
      },
    );
  },
);

function valueFor(operator: string, one: AnyField): string {
  const sample =
    one.kind === 'reference' || one.kind === 'parent' ? 1 : one.kind === 'references' ? [1] : sampleValue(one, 3);
  const value = Array.isArray(sample) ? String(sample[0]) : String(sample);
  return operator.includes('RANGE')
    ? `${value},${value}`
    : operator.includes('IN') && operator !== 'FIND_IN_SET'
      ? `${value},${value}`
      : value;
}
