import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { writableFields } from '#kernel/lifecycle/fields-writable-and-row-deletable-in-state.ts';
import { initialStateFor } from '#kernel/lifecycle/lifecycle.ts';
import { standardActionsOf } from '#kernel/resource/permission-nodes.ts';
import { controllerNameOf, tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import { verifyPassword } from '#server/auth/hash-and-verify-password.ts';
import { sql } from '#server/db/sql.ts';
import type { Client, WireAnswer } from '../support/test-engine.ts';
import { watchedResources, watchWrites, withoutWatch } from '../support/watch-writes.ts';
import { keeper } from '../zoo/keeper.ts';
import { createFixture, type Fixture } from './fixture.ts';
import { insertRow, sampleInput } from './sample.ts';
import { testedResources, withNames } from './tested-resources.ts';

let world: Fixture;
beforeAll(async () => {
  world = await createFixture();
  // forms write only through the pipeline; a resource that nobody writes may be no table
  await watchWrites(world.db, [
    ...watchedResources,
    ...testedResources.filter((one) => addable.includes(one) || editable.includes(one)),
  ]);
});
afterAll(() => world.close());

type Form = Record<string, unknown>;
const offers = (resource: AnyResource, action: 'add' | 'edit' | 'del' | 'sortable') =>
  standardActionsOf(resource).includes(action);
const addable = testedResources.filter((one) => offers(one, 'add'));
const editable = testedResources.filter((one) => offers(one, 'edit'));
const at = (resource: AnyResource, action: string) => `/admin/${controllerNameOf(resource)}/${action}`;
const post = (client: Client, resource: AnyResource, action: string, body: unknown) =>
  client.post<Form | null>(at(resource, action), body);
/** Resources whose form calls `add` by GET for its choices (wire contract §2.7). */
const offering = new Set(['security/dataRecycle', 'security/sensitiveData']);
/** Rows that the bureau enters itself begin in the state that its entry implies. */
const vouchedFor: Readonly<Record<string, string>> = { 'enterprise/staff': 'verified' };
let turn = 300;

/** A form that the server accepts; each one different from all before. */
const validForm = (resource: AnyResource): Form => sampleInput(resource, ++turn, world.targets);

const count = async (resource: AnyResource) =>
  (await world.db.row<{ n: number }>(sql`select count(*)::int as n from ${sql.id(tableOf(resource))}`))?.n ?? 0;
const readRow = async (resource: AnyResource, id: number) =>
  (
    await world.db.row<{ row: Form }>(
      sql`select to_jsonb(t) as row from ${sql.id(tableOf(resource))} t where id = ${id}`,
    )
  )?.row;
const added = async (resource: AnyResource) => {
  const answer = await post(world.chief, resource, 'add', validForm(resource));
  expect(answer.code, answer.text).toBe(1);
  return answer.data?.id as number;
};

/** The answer has the envelope, whatever was sent. */
function expectNoFault(answer: WireAnswer, sent: unknown): void {
  expect(
    [answer.status, [0, 1].includes(answer.code)],
    `${JSON.stringify(sent)?.slice(0, 300)} → ${answer.text.slice(0, 300)}`,
  ).toEqual([200, true]);
}

const wrongTypes: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  0.1,
  '',
  ' ',
  [],
  {},
  [[]],
  [null],
  [{}],
  { a: [1] },
  '\u0000',
  '\ud800',
  '字'.repeat(3000),
  '<script>',
  "' or 1=1 --",
  '9'.repeat(30),
  '2026-02-30',
  'NaN',
  [1, 'x'],
  { $ne: 1 },
  { lng: 'a', lat: null },
];

/**
 * Sends each wrong value in every field: in all at once, whose errors name the fields that refuse it; and alone in each
 * of the others, where it would get further.
 */
async function sendWrongTypes(resource: AnyResource, action: 'add' | 'edit', form: () => Form): Promise<void> {
  const names = Object.keys(writableFields(resource, action));
  for (const value of wrongTypes) {
    const whole = form();
    const send = async (wrong: readonly string[]) => {
      const values = Object.fromEntries(wrong.map((name) => [name, value]));
      const answer = await post(world.chief, resource, action, { ...whole, ...values });
      expectNoFault(answer, values);
      return Object.keys((answer.data?.errors as Form | undefined) ?? {});
    };
    const refused = await send(names);
    for (const name of names.filter((one) => !refused.includes(one))) await send([name]);
  }
}

describe.each(withNames(addable))('%s is added', (_name, resource) => {
  test('from a valid form, with everything that a write includes', async () => {
    const form = validForm(resource);
    const answer = await post(world.chief, resource, 'add', form);
    expect([answer.code, answer.msg, answer.data]).toEqual([1, '添加成功!', { id: expect.any(Number) }]);
    const id = answer.data?.id as number;
    expect(
      await world.db.rows(
        sql`select action, actor_name from history where resource = ${resource.name} and row_id = ${id}`,
      ),
    ).toEqual([{ action: 'add', actor_name: 'admin' }]);
    expect(
      await world.db.rows(sql`select name from event where resource = ${resource.name} and row_id = ${id}`),
    ).toEqual([{ name: `${resource.name}.added` }]);
    const shown = (await world.chief.get<{ row: Form }>(at(resource, 'edit'), { id })).data.row;
    expect(shown).toMatchObject({ id, version: 1 });
    if (resource.life)
      expect(shown.status).toBe(vouchedFor[resource.name] ?? initialStateFor(resource.life, { type: 'admin' }));
  });

  test('not from an empty body, by GET, or without required fields', async () => {
    const before = await count(resource);
    for (const body of ['{}', '', '[]', 'null', '"x"', '1']) {
      const answer = await post(world.chief, resource, 'add', body);
      expectNoFault(answer, body);
      expect(answer.code).toBe(0);
    }
    expect((await post(world.chief, resource, 'add', {})).msg).toBe('参数不能为空');
    expect((await world.chief.get(at(resource, 'add'))).msg).toBe(offering.has(resource.name) ? '' : '参数错误!');
    const required = Object.entries(writableFields(resource, 'add'))
      .filter(([, one]) => one.required)
      .map(([name]) => name);
    for (const blank of ['', '   ', null, []]) {
      const answer = await post(world.chief, resource, 'add', {
        ...Object.fromEntries(required.map((name) => [name, blank])),
        x: 1,
      });
      expect(answer.code).toBe(0);
      const errors = (answer.data as { reason: string; errors: Record<string, string[]> }).errors;
      expect(Object.keys(errors)).toEqual(expect.arrayContaining(required));
      for (const name of required)
        expect(errors[name]).toEqual([
          resource.fields[name]?.kind === 'editor' ? validationMessages.editor_required['zh-cn'] : '必填',
        ]);
    }
    expect(await count(resource)).toBe(before);
  });

  test('never with values that only the server writes', async () => {
    const form = {
      ...validForm(resource),
      id: 987_654,
      version: 77,
      createtime: 1,
      updatetime: 1,
      due_at: 1,
      ...(resource.fields.weigh ? {} : { weigh: 999_999 }),
      ...(resource.life ? { status: 'no_such_state' } : {}),
    };
    for (const [name, one] of Object.entries(resource.fields))
      if (one.write === 'server') (form as Form)[name] = 'forged';
    const answer = await post(world.chief, resource, 'add', form);
    expect([answer.code, answer.msg]).toEqual([1, '添加成功!']);
    const row = await readRow(resource, answer.data?.id as number);
    expect(row?.id).not.toBe(987_654);
    expect(row?.version).toBe(1);
    expect(JSON.stringify(row)).not.toContain('forged');
    expect(JSON.stringify(row)).not.toContain('no_such_state');
    if (row?.weigh !== undefined) expect(row.weigh).not.toBe(999_999);
  });

  test('with one wrong field, is refused with the name of the field in both languages, and nothing is stored', async () => {
    const before = await count(resource);
    for (const [name, one] of Object.entries(writableFields(resource, 'add'))) {
      if (
        [
          'text',
          'identifier',
          'textarea',
          'editor',
          'switch',
          'personName',
          'pairs',
          'icon',
          'files',
          'images',
          'selects',
          'checkbox',
          'references',
          'branches',
          'password',
        ].includes(one.kind)
      )
        continue;
      for (const [client, letters] of [
        [world.full, /[\u4e00-\u9fff]/],
        [world.fullEnglish, /^[ -~]+$/],
      ] as const) {
        const answer = await post(client, resource, 'add', { ...validForm(resource), [name]: '@@不对@@' });
        const errors = (answer.data as { errors?: Record<string, string[]> }).errors ?? {};
        expect([name, answer.code, Object.keys(errors).includes(name)]).toEqual([name, 0, true]);
        expect(errors[name]?.[0]).toMatch(letters);
        expect(answer.msg).toMatch(letters);
      }
    }
    expect(await count(resource)).toBe(before);
  });

  test('never fails with an internal error on a wrong type in any field', async () => {
    await sendWrongTypes(resource, 'add', () => validForm(resource));
  });

  test('a second time with the same unique value is refused as a duplicate of that field', async () => {
    for (const [name, one] of Object.entries(resource.fields)) {
      if (!one.unique || one.write === 'server') continue;
      const form = validForm(resource);
      expect((await post(world.chief, resource, 'add', form)).code).toBe(1);
      const below = Object.keys(resource.fields).filter((each) => resource.fields[each]?.options.under === name);
      const others = [...(one.unique === true ? [] : one.unique), ...below];
      const again = {
        ...validForm(resource),
        ...Object.fromEntries([name, ...others].map((each) => [each, form[each]])),
      };
      const answer = await post(world.chief, resource, 'add', again);
      expect([name, answer.code, answer.msg]).toEqual([name, 0, `${one.label['zh-cn']}已存在`]);
      expect(answer.data).toMatchObject({ reason: 'duplicate', field: name });
    }
  });
});

describe.each(withNames(editable))('%s is edited', (_name, resource) => {
  /** Fields that can be changed alone, to another value. */
  const partial = Object.entries(writableFields(resource, 'edit')).filter(
    ([, one]) => one.kind === 'text' || one.kind === 'textarea',
  );
  let id = 0;
  beforeAll(async () => {
    id = offers(resource, 'add')
      ? await added(resource)
      : await withoutWatch(world.db, (tx) =>
          insertRow({ ...world.engine, db: { ...world.db, ...tx } }, resource, ++turn, world.targets),
        );
  });
  const version = async () => (await readRow(resource, id))?.version as number;

  test('in one field: the others stay, unknown keys are ignored, the version increases', async () => {
    const [name] = partial[0] ?? [];
    if (!name) return;
    const before = (await readRow(resource, id)) as Form;
    const answer = await post(world.chief, resource, 'edit', {
      id,
      [name]: '改过的内容',
      unknown_key: 1,
      createtime: 5,
      status_text: 'x',
      children: [],
    });
    expect([answer.code, answer.msg, answer.data]).toEqual([1, '更新成功!', null]);
    const after = (await readRow(resource, id)) as Form;
    const changed = Object.keys(after).filter((key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]));
    expect(changed.filter((key) => !['search_text', 'updatetime'].includes(key)).toSorted()).toEqual(
      [name, 'version'].toSorted(),
    );
    expect(after.version).toBe((before.version as number) + 1);
    const [entry] = await world.db.rows<{ changes: Form }>(
      sql`select changes from history where resource = ${resource.name} and row_id = ${id} order by id desc limit 1`,
    );
    expect(entry?.changes).toEqual({ [name]: [before[name], '改过的内容'] });
  });

  test('to the values it already has: still a success', async () => {
    const shown = (await world.chief.get<{ row: Form }>(at(resource, 'edit'), { id })).data.row;
    const [name] = partial[0] ?? [];
    if (!name) return;
    expect((await post(world.chief, resource, 'edit', { id, [name]: shown[name] })).code).toBe(1);
    expect((await post(world.chief, resource, 'edit', { id })).code).toBe(1);
  });

  test('not from an empty body', async () => {
    for (const body of ['{}', '[]', 'null', '""']) {
      const answer = await post(world.chief, resource, 'edit', body);
      expectNoFault(answer, body);
      expect(answer.code).toBe(0);
    }
    expect((await post(world.chief, resource, 'edit', {})).msg).toBe('参数不能为空');
  });

  test('not with an outdated version: the answer contains the row as it is now', async () => {
    const now = await version();
    const [name = 'x'] = partial[0] ?? [];
    const answer = await post(world.chief, resource, 'edit', { id, version: now - 1, [name]: '迟到的' });
    expect([answer.code, answer.msg]).toEqual([0, '数据已被他人修改，请刷新']);
    expect(answer.data).toMatchObject({ reason: 'stale_version', row: { id, version: now } });
    expect(await version()).toBe(now);
    expect((await post(world.chief, resource, 'edit', { id, version: now, [name]: '赶上的' })).code).toBe(1);
    for (const odd of ['abc', {}, [], 1.5])
      expectNoFault(await post(world.chief, resource, 'edit', { id, version: odd }), odd);
  });

  test('never loses required values', async () => {
    for (const [name, one] of Object.entries(writableFields(resource, 'edit'))) {
      if (!one.required) continue;
      for (const blank of ['', '  ', null, []]) {
        const answer = await post(world.chief, resource, 'edit', { id, [name]: blank });
        expect([name, blank, answer.code]).toEqual([name, blank, 0]);
        expect(answer.data).toMatchObject({ errors: { [name]: [expect.stringMatching(/\S/)] } });
      }
    }
  });

  test('never fails with an internal error on a wrong type in any field', async () => {
    await sendWrongTypes(resource, 'edit', () => ({ id }));
  });

  test('never fails with an internal error on a body of any shape', async () => {
    const keys = [...Object.keys(resource.fields), 'id', 'version', '__proto__', 'constructor', 'x'];
    const body = fc.oneof(
      fc.dictionary(fc.constantFrom(...keys), fc.anything({ maxDepth: 2 })),
      fc.anything({ maxDepth: 3 }),
    );
    await fc.assert(
      fc.asyncProperty(body, async (given) => {
        let text: string | undefined;
        try {
          text = JSON.stringify(given);
        } catch {
          return; // big integers are not JSON
        }
        if (text === undefined) return;
        for (const action of ['edit', 'add', 'del', 'sortable', 'reveal', 'restore']) {
          if (!standardActionsOf(resource).includes(action as 'edit')) continue;
          expectNoFault(await post(world.full, resource, action, text), text);
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe.each(withNames(addable.filter((one) => offers(one, 'del'))))('%s is deleted', (_name, resource) => {
  test('by key, copied to the recycle log, and restored as it was', async () => {
    const id = await added(resource);
    const before = await readRow(resource, id);
    const answer = await world.chief.del<{ undo: number[] }>(at(resource, 'del'), { ids: [id] });
    expect([answer.code, answer.msg]).toEqual([1, '删除成功!']);
    expect(await readRow(resource, id)).toBeUndefined();
    expect(answer.data.undo).toHaveLength(resource.recycle === false ? 0 : 1);
    if (resource.recycle === false) return;
    const back = await post(world.chief, resource, 'restore', { ids: answer.data.undo });
    expect([back.code, back.data]).toEqual([1, { restored: 1 }]);
    expect(await readRow(resource, id)).toEqual(before);
    expect((await post(world.chief, resource, 'restore', { ids: answer.data.undo })).code, 'not twice').toBe(0);
  });

  test('with all requested rows or none', async () => {
    const id = await added(resource);
    const answer = await world.chief.del(at(resource, 'del'), { ids: [id, 999_999_999] });
    expect([answer.code, answer.msg]).toEqual([0, '记录不存在']);
    expect(await readRow(resource, id)).toBeDefined();
  });

  test('only with keys', async () => {
    for (const query of [
      '',
      'ids[]=',
      'ids[]=abc',
      'ids=1;2',
      'ids[0][a]=1',
      'ids[]=-1',
      `ids[]=${'9'.repeat(30)}`,
      'ids[]=1&ids[]=x',
    ]) {
      const answer = await world.chief.del(at(resource, 'del'), query);
      expect([query, answer.status, answer.code]).toEqual([query, 200, 0]);
    }
    expect((await world.chief.get(at(resource, 'del'), { ids: [1] })).code).toBe(0);
    const many = Array.from({ length: 501 }, (_, n) => n + 1);
    expect((await world.chief.post(at(resource, 'del'), { ids: many })).code).toBe(0);
  });
});

describe.each(withNames(testedResources.filter((one) => offers(one, 'sortable'))))(
  '%s is sorted',
  (_name, resource) => {
    test('by swapping two rows; equal weights and missing rows are refused', async () => {
      const [one, other] = [await added(resource), await added(resource)];
      const weigh = async (id: number) => (await readRow(resource, id))?.weigh;
      const before = [await weigh(one), await weigh(other)];
      expect(before[0]).not.toBe(before[1]);
      const answer = await post(world.chief, resource, 'sortable', { id: one, targetId: other });
      expect([answer.code, answer.msg, answer.data]).toEqual([1, '', null]);
      expect([await weigh(one), await weigh(other)]).toEqual(before.toReversed());
      expect((await post(world.chief, resource, 'sortable', { id: one, targetId: 999_999_999 })).msg).toBe(
        '记录不存在',
      );
      for (const body of [{ id: one }, { targetId: other }, { id: 'x', targetId: other }, { id: one, targetId: [] }]) {
        const odd = await post(world.chief, resource, 'sortable', body);
        expect([odd.status, odd.code]).toEqual([200, 0]);
      }
      await withoutWatch(world.db, (tx) =>
        tx.query(sql`update ${sql.id(tableOf(resource))} set weigh = 5 where id in (${one}, ${other})`),
      );
      expect((await post(world.chief, resource, 'sortable', { id: one, targetId: other })).msg).toBe(
        '无效排序整理，因为两个目标权重是相等的',
      );
    });
  },
);

describe('invalid bodies', () => {
  const address = '/admin/enterprise.enterprise/add';

  test('malformed JSON and other kinds of body are refused without an internal error', async () => {
    for (const body of [
      '{',
      '{"a":}',
      "{'a':1}",
      '{"a":1}}',
      'undefined',
      '\u0000',
      '[',
      '{"a":NaN}',
      '{"__proto__":{"super":true}}',
      '{"constructor":{"prototype":{"x":1}}}',
    ]) {
      const answer = await world.chief.post(address, body);
      expectNoFault(answer, body);
      expect(answer.code).toBe(0);
    }
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'nonsense',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'application/json; charset=gbk',
    ]) {
      const answer = await world.chief.post(address, 'name=x', { 'content-type': type });
      expectNoFault(answer, type);
      expect(answer.code).toBe(0);
    }
  });

  test('a body of 10 MB is too large', async () => {
    const answer = await world.chief.post<{ reason: string }>(address, `{"name":"${'x'.repeat(10 * 1024 * 1024)}"}`);
    expect([answer.status, answer.code, answer.data.reason]).toEqual([200, 0, 'too_large']);
  });

  test('a body nested a hundred thousand deep is refused', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    for (const [where, body] of [
      [address, `{"name":${deep}}`],
      [address, `{"biz_scope":"x","place":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`],
      ['/admin/preference/save', `{"key":"x","value":${deep}}`],
      ['/admin/enterprise.enterprise/export', `{"search":${deep}}`],
      ['/admin/index/login', `{"username":${deep}}`],
    ] as const) {
      expectNoFault(await world.chief.post(where, body), where);
    }
  });

  test('control characters never reach the database', async () => {
    for (const [where, body] of [
      ['/admin/index/login', { username: 'a\u0000b', password: 'abc\u0000defg' }],
      ['/admin/preference/save', { key: 'x', value: '\u0000' }],
      ['/admin/preference/save', { key: 'x', value: { '\u0000': '\ud800' } }],
      ['/api/user/checkIn', { tab: 'login', username: '\u0000abc', password: 'secret1' }],
      ['/api/common/refreshToken', { refresh_token: '\u0000' }],
      ['/admin/enterprise.enterprise/reveal', { id: 1, fields: ['legal_mobile'], reason: 'a\u0000b核对' }],
    ] as const) {
      const nobody = await world.client('nobody');
      for (const client of [world.chief, nobody]) {
        const answer = await client.post(where, body);
        expect([where, answer.status]).toEqual([where, 200]);
      }
    }
  });

  test('headers and tokens of any shape cause no internal error', async () => {
    const odd: Record<string, string>[] = [
      { batoken: 'x'.repeat(5000) },
      { batoken: "' or 1=1 --" },
      { 'think-lang': 'xx'.repeat(500) },
      { 'user-agent': '😀'.repeat(200) },
      { 'idempotency-key': 'x'.repeat(200) },
      { cookie: 'batoken=%00; other=%E0%A4%A' },
    ];
    for (const headers of odd) {
      const nobody = await world.client('nobody');
      const answer = await nobody.get('/admin/enterprise.enterprise/index', '', headers);
      expect([answer.status, answer.code]).toEqual([200, 302]);
    }
  });
});

test('only the hash of a password is stored, without a hook; an empty value leaves it unchanged', async () => {
  const form = { ...validForm(keeper), password: 'Very-2026-secret' };
  const { data } = await post(world.chief, keeper, 'add', form);
  const id = data?.id as number;
  const stored = (await readRow(keeper, id))?.password;
  expect(await verifyPassword(String(stored), 'Very-2026-secret')).toBe(true);
  for (const password of ['', null]) await post(world.chief, keeper, 'edit', { id, password });
  expect((await readRow(keeper, id))?.password).toBe(stored);
  await post(world.chief, keeper, 'edit', { id, password: 'Other-2026-secret' });
  expect(await verifyPassword(String((await readRow(keeper, id))?.password), 'Other-2026-secret')).toBe(true);
});
