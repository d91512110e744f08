import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { enterpriseForm, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { type Client, startApp, type TestApp } from '../../test/support/test-engine.ts';

let app: TestApp;
let chief: Client;
beforeAll(async () => {
  app = await startApp();
  await uploadMaterials(app.engine);
  chief = await app.client({ officer: 'admin' });
});
afterEach(() => app.db.query('drop trigger if exists misfortune on idempotency'));
afterAll(() => app.close());

const add = (key: string, form: Record<string, unknown>) =>
  chief.post<{ id: number } | null>('/admin/enterprise.enterprise/add', form, { 'idempotency-key': key });
const named = async (form: Record<string, unknown>) =>
  (await app.db.rows<{ id: number }>('select id from enterprise where uscc = $1', [form.uscc])).map((row) => row.id);

/** What befalls the connection when the answer is stored: the last thing before it is given. */
async function befall(what: string): Promise<void> {
  await app.db.query(
    `create or replace function misfortune() returns trigger language plpgsql as $$ begin ${what} return new; end $$`,
  );
  await app.db.query(`create trigger misfortune before insert or update on idempotency for each row
    when (new.answer is not null) execute function misfortune()`);
}

for (const [name, what, status] of [
  ['its answer cannot be stored', `raise exception 'the disk is full';`, 500],
  ['its connection is killed', 'perform pg_terminate_backend(pg_backend_pid());', 503],
] as const) {
  test(`a write is undone when ${name}, and done once when it is repeated`, async () => {
    const form = enterpriseForm();
    await befall(what);
    const lost = await add(name, form);
    expect(lost.status).toBe(status);
    expect(await named(form), 'neither the row').toEqual([]);
    expect(await app.db.rows('select 1 from idempotency where key like $1', [`%${name}`]), 'nor the key').toEqual([]);
    await app.db.query('drop trigger misfortune on idempotency');
    const repeated = await add(name, form);
    expect([repeated.code, await named(form)]).toEqual([1, [repeated.data?.id]]);
    expect((await add(name, form)).data).toEqual(repeated.data);
    expect(await named(form)).toHaveLength(1);
  });
}

test('a write that a deadlock undid is done by the same call', async () => {
  // a sequence is not rolled back, so only the first attempts fail
  await app.db.query('create sequence attempts');
  await befall(`if nextval('attempts') <= 2 then raise deadlock_detected; end if;`);
  const form = enterpriseForm();
  const { code, data } = await add('deadlock', form);
  expect([code, await named(form)]).toEqual([1, [data?.id]]);
  await app.db.query('drop sequence attempts');
});

test('a move is made once, also when its answer was lost on the way', async () => {
  const id = (await add('lost-0', enterpriseForm())).data?.id;
  const control = new AbortController();
  const submit = () =>
    fetch(`${app.address}/admin/enterprise.enterprise/submit`, {
      method: 'POST',
      headers: { server: 'true', batoken: chief.token, 'content-type': 'application/json', 'idempotency-key': 'lost' },
      body: JSON.stringify({ id }),
      signal: control.signal,
    });
  await befall('perform pg_sleep(0.3);');
  const first = submit().catch(() => 'gone');
  setTimeout(() => control.abort(), 100);
  expect(await first).toBe('gone');
  const repeated = await chief.post<{ row: { status: string } }>(
    '/admin/enterprise.enterprise/submit',
    { id },
    { 'idempotency-key': 'lost' },
  );
  expect([repeated.code, repeated.data.row.status]).toEqual([1, 'submitted']);
  expect(
    await app.db.rows(
      `select 1 from history where resource = 'enterprise/enterprise' and row_id = $1 and move = 'submit'`,
      [id],
    ),
  ).toHaveLength(1);
});

test('a repeat that reaches another process waits for the first and gets its answer', async () => {
  const form = enterpriseForm();
  const key = 'two-processes';
  const owner = await app.officer('admin');
  // the other process: its claim is made and not yet committed when ours arrives
  let ours: Promise<Awaited<ReturnType<typeof add>>> | undefined;
  let waited = true;
  const name = `admin:${owner.id}:admin/enterprise.enterprise/add:${key}`;
  await app.db.transaction(async (tx) => {
    await tx.query(`insert into idempotency (key, answer) values ($1, null)`, [name]);
    ours = add(key, form);
    void ours.then(() => {
      waited = false;
    });
    await new Promise((done) => setTimeout(done, 300));
    expect(waited, 'it waits').toBe(true);
    await tx.query(`update idempotency set answer = '{"data":{"id":4711},"message":"first"}' where key = $1`, [name]);
  });
  const answer = await ours;
  expect([answer?.code, answer?.msg, answer?.data]).toEqual([1, 'first', { id: 4711 }]);
  expect(await named(form)).toEqual([]);
});

test('one that failed leaves its key to the repeat that waited for it', async () => {
  const form = enterpriseForm();
  const owner = await app.officer('admin');
  let ours: Promise<Awaited<ReturnType<typeof add>>> | undefined;
  const failed = app.db.transaction(async (tx) => {
    await tx.query(`insert into idempotency (key, answer) values ($1, null)`, [
      `admin:${owner.id}:admin/enterprise.enterprise/add:given-up`,
    ]);
    ours = add('given-up', form);
    await new Promise((done) => setTimeout(done, 200));
    throw new Error('it went down');
  });
  await expect(failed).rejects.toThrow('it went down');
  const answer = await ours;
  expect([answer?.code, await named(form)]).toEqual([1, [answer?.data?.id]]);
});

test('a repeat with another content is refused, while the first is under way and afterwards', async () => {
  const form = enterpriseForm();
  const [first, second] = await Promise.all([add('other', form), add('other', { ...form, name: '另一家饭店' })]);
  expect([first.code, second.code]).toEqual([1, 0]);
  const later = await add('other', { ...form, name: '另一家饭店' });
  expect([later.code, later.msg, later.data]).toEqual([
    0,
    '该幂等键已用于内容不同的提交，请换一个',
    { reason: 'parameter' },
  ]);
  const sorted = Object.fromEntries(Object.entries(form).reverse());
  expect((await add('other', sorted)).data, 'the order of its parts is not its content').toEqual(first.data);
});

test('of many rows moved at once, one that is refused takes nothing from the others', async () => {
  const ids = [(await add('many-1', enterpriseForm())).data?.id, (await add('many-2', enterpriseForm())).data?.id];
  for (const id of ids) await chief.post('/admin/enterprise.enterprise/submit', { id });
  const moved = await chief.post<{ done: number[]; refused: { id: number }[] }>(
    '/admin/enterprise.enterprise/accept',
    { ids: [ids[0], 999_999_999, ids[1]] },
    { 'idempotency-key': 'many' },
  );
  expect([moved.code, moved.data.done, moved.data.refused.map((one) => one.id)]).toEqual([1, ids, [999_999_999]]);
});

/** A form with a file, under a boundary of its own as every browser makes one. */
function formWith(key: string, name: string, content: string, fields: Readonly<Record<string, string>> = {}) {
  const cut = randomBytes(8).toString('hex');
  const parts = [
    ...Object.entries(fields).map(
      ([field, value]) => `content-disposition: form-data; name="${field}"\r\n\r\n${value}`,
    ),
    `content-disposition: form-data; name="file"; filename="${name}"\r\n\r\n${content}`,
  ];
  const body = Buffer.from(`${parts.map((part) => `--${cut}\r\n${part}\r\n`).join('')}--${cut}--\r\n`);
  return [body, { 'content-type': `multipart/form-data; boundary=${cut}`, 'idempotency-key': key }] as const;
}
const imported = (key: string, content: string, fields = { dry: '1' } as Record<string, string>) =>
  chief.post<{ job_id: number; reason?: string }>(
    '/admin/enterprise.enterprise/import',
    ...formWith(key, 'a.csv', content, fields),
  );
const uploaded = (key: string, content: string, name = 'a.txt') =>
  chief.post<{ file: { id: number; url: string } }>('/admin/ajax/upload', ...formWith(key, name, content));
const jobs = async () => (await app.db.rows(`select 1 from job where kind = 'import'`)).length;
const filesIn = (folder: string) =>
  fs
    .readdirSync(path.join(app.engine.config.dataDir, folder), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => one.name);
/** Sheets that no job reads. */
const strangers = async () => {
  const files = await app.db.rows<{ file: string }>(`select params->>'file' as file from job where kind = 'import'`);
  return filesIn('import').filter((name) => !files.some(({ file }) => file === name));
};

test('a sheet sent twice under one key is queued once and told of as it was the first time', async () => {
  const before = await jobs();
  const first = await imported('sheet', '企业名称\r\n一');
  expect([first.code, first.data.job_id]).toEqual([1, expect.any(Number)]);
  expect((await imported('sheet', '企业名称\r\n一')).data).toEqual(first.data);
  const together = await Promise.all(Array.from({ length: 4 }, () => imported('sheets', '企业名称\r\n二')));
  expect(new Set(together.map((one) => one.data.job_id)).size).toBe(1);
  expect(await jobs()).toBe(before + 2);
});

test('another file, or another field, under the same key is refused', async () => {
  expect((await imported('sheet-2', '企业名称\r\n一')).code).toBe(1);
  const before = await jobs();
  const stored = await app.db.rows('select 1 from routine_attachment');
  for (const other of [
    await imported('sheet-2', '企业名称\r\n二'),
    await imported('sheet-2', '企业名称\r\n一', { dry: '0' }),
    await imported('sheet-2', '企业名称\r\n一', { dry: '1', mode: 'valid_only' }),
  ])
    expect([other.code, other.msg]).toEqual([0, '该幂等键已用于内容不同的提交，请换一个']);
  expect(await jobs()).toBe(before);
  expect(await strangers(), 'no sheet is left of them').toEqual([]);
  const first = await uploaded('picture', 'one');
  const same = await uploaded('picture', 'one');
  expect([same.code, same.data]).toEqual([1, first.data]);
  expect(await uploaded('picture', 'two')).toMatchObject({ code: 0, data: { reason: 'parameter' } });
  expect(await app.db.rows('select 1 from routine_attachment')).toHaveLength(stored.length + 1);
  expect(await app.db.row('select quote from routine_attachment where id = $1', [first.data.file.id])).toEqual({
    quote: 1,
  });
});

test('a file sent several times at once under one key is stored once, and no copy stays behind', async () => {
  const send = () =>
    chief.post<{ file: { id: number; url: string } }>(
      '/admin/ajax/upload?private=1',
      ...formWith('parallel', 'a.txt', 'together'),
    );
  await uploaded('folder', 'there is a folder now');
  const before = filesIn('storage').length;
  const answers = await Promise.all(Array.from({ length: 5 }, send));
  expect(answers.map((one) => one.code)).toEqual([1, 1, 1, 1, 1]);
  expect(new Set(answers.map((one) => one.data.file.url)).size).toBe(1);
  expect(filesIn('storage')).toHaveLength(before + 1);
});

for (const [name, what] of [
  ['its answer cannot be kept', `raise exception 'the disk is full';`],
  ['its connection is killed', 'perform pg_terminate_backend(pg_backend_pid());'],
] as const) {
  test(`a file that came in is neither queued nor stored when ${name}, and once when it is sent again`, async () => {
    const before = [await jobs(), (await app.db.rows('select 1 from routine_attachment')).length];
    await befall(what);
    expect((await imported(`sheet ${name}`, '企业名称\r\n三')).status).toBeGreaterThanOrEqual(500);
    expect((await uploaded(`file ${name}`, name)).status).toBeGreaterThanOrEqual(500);
    await app.db.query('drop trigger misfortune on idempotency');
    expect([await jobs(), (await app.db.rows('select 1 from routine_attachment')).length]).toEqual(before);
    expect(await strangers()).toEqual([]);
    expect((await imported(`sheet ${name}`, '企业名称\r\n三')).code).toBe(1);
    expect((await uploaded(`file ${name}`, name)).code).toBe(1);
    expect(await jobs()).toBe((before[0] ?? 0) + 1);
  });
}

test('more keyed calls at once than there are connections are all answered', async () => {
  const forms = Array.from({ length: 30 }, () => enterpriseForm());
  const answers = await Promise.all(forms.map((form, n) => add(`flood-${n}`, form)));
  expect(answers.map((one) => one.code)).toEqual(forms.map(() => 1));
});
