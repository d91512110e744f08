import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import { idNumberCheckDigit } from '#kernel/check/identity-documents.ts';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { generateCreditCode } from '#modules/demo/server/generate/generate-credit-codes.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { product } from '#modules/travel/contract/product/tour-product.ts';
import type { DeliverableEvent } from '#server/events/live-event-relay.ts';
import { startServer } from '#server/start/start-server-with-database-and-jobs.ts';
import { lookUpRowsAndDivisionsNamedInImport } from '#server/transfer/look-up-rows-and-divisions-named-in-import.ts';
import { bundleProgram } from '../support/bundle-program.ts';
import { type Client, createTestEngine, startApp, type TestApp, testPassword } from '../support/test-engine.ts';

let app: TestApp;
let chief: Client;
let city: Client;
beforeAll(async () => {
  app = await startApp();
  chief = await app.client({ officer: 'admin' });
  city = await app.client({ officer: 'city' });
});
afterAll(() => app.close());
const imports = () => path.join(app.config.dataDir, 'import');
afterEach(async () => {
  expect(await fs.readdir(imports()).catch(() => []), 'the sheet is deleted with its job').toEqual([]);
});

const header =
  '企业名称,统一社会信用代码,企业类型,法定代表人,法定代表人手机,联系人,联系人手机,经营地,经营地址,地图位置';
let serial = 40_000;
const row = (code = generateCreditCode('91', '530102', 7, ++serial)) =>
  `昆明导入饭店${serial},${code},星级饭店,欧阳明,13800000001,李丽,13900000002,530102,人民中路 ${serial} 号,"102.71,25.04"`;
const sheetOf = (rows: string[]) => [header, ...rows].join('\n');

type Sent = { code: number; msg: string; data: { job_id: number } & Record<string, unknown> };
const multipart = (content: string | Buffer, fields: Record<string, string>) => {
  const part = (name: string, value: string) =>
    `--cut\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  return Buffer.concat([
    Buffer.from(
      Object.entries(fields)
        .map(([name, value]) => part(name, value))
        .join(''),
    ),
    Buffer.from('--cut\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'),
    Buffer.from(content),
    Buffer.from('\r\n--cut--\r\n'),
  ]);
};
const type = { 'content-type': 'multipart/form-data; boundary=cut' };
const send = (
  who: Client,
  content: string | Buffer,
  fields: Record<string, string> = {},
  to = 'enterprise.enterprise',
) => who.post<Sent['data']>(`/admin/${to}/import`, multipart(content, fields), type);

interface Report {
  status: string;
  message: string;
  result: { report: { total: number; valid: number; imported: number; errors: { row: number; message: string }[] } };
}
async function end(who: Client, id: number): Promise<Report> {
  for (let i = 0; i < 800; i++) {
    const { job } = (await who.get<{ job: Report }>('/admin/job/show', { id })).data;
    // the sheet is deleted right after the end of the job
    if (['done', 'failed'].includes(job.status)) return sleep(50).then(() => job);
    await sleep(50);
  }
  throw new Error(`job ${id} has no end`);
}
const counted = async (name = '昆明导入饭店%') =>
  (await app.db.row<{ n: number }>('select count(*)::int as n from enterprise where name like $1', [name]))?.n;

test('the cells of a sheet are read for a list in a form, and nothing is stored', async () => {
  const read = (content: string | Buffer, who = city) =>
    who.post<{ cells: string[][] }>('/admin/ajax/readCells', multipart(content, {}), type);
  // as Excel writes it in China: "姓名,手机\n王明,13800138000\n\n李丽," in GB18030
  const chinese = Buffer.from('d0d5c3fb2ccad6bbfa0acdf5c3f72c31333830303133383030300a0ac0eec0f62c0a', 'hex');
  expect((await read(chinese)).data.cells).toEqual([
    ['姓名', '手机'],
    ['王明', '13800138000'],
    ['李丽', ''],
  ]);
  for (const [content, message] of [
    [Buffer.from('MZ\u0000\u0001program'), /只能导入 .xlsx 或 .csv/],
    ['', /没有内容/],
    [`a\n${'b\n'.repeat(5001)}`, /最多导入 5000 行/],
    [Buffer.alloc(20 * 1024 * 1024 + 2, 'a'), /20 MB/],
  ] as const) {
    const answer = await read(content as Buffer);
    expect([answer.code, answer.data]).toMatchObject([0, { reason: 'parameter' }]);
    expect(answer.msg).toMatch(message);
  }
  expect((await city.post('/admin/ajax/readCells', { file: 'a,b' })).code).toBe(0);
  expect((await read('a,b', await app.client('nobody'))).code).not.toBe(1);
});

test('titles above the header and totals below are reported, and do not become rows', async () => {
  const written = `昆明市饭店名录,,,\n2026年11月,,,\n${sheetOf([row(), row()])}\n合计,2,,\n注：以上信息由各县区报送,,,\n`;
  const { job_id } = (await send(chief, written, { dry: '1' })).data;
  const { report } = (await end(chief, job_id)).result;
  expect(report).toMatchObject({
    total: 2,
    valid: 2,
    errors: [],
    skipped: [
      { row: 1, why: 'above', text: '昆明市饭店名录' },
      { row: 2, why: 'above', text: '2026年11月' },
      { row: 6, why: 'total', text: '合计 2' },
      { row: 7, why: 'note', text: '注：以上信息由各县区报送' },
    ],
  });
});

test('a sheet names divisions that the form accepts: anywhere, except in the field that determines the area of the row', async () => {
  const county1 = await app.officer('county1');
  await app.db.query(`insert into system_area (code, name, full_name, level, parent_code)
    select '532999', name, '他处五华区', level, '532900' from system_area where code = '530102'`);
  await expect.poll(() => app.engine.reference.areas().has('532999')).toBe(true);
  const meant = async (one: AnyResource, name: string) => {
    const areaNames = ['五华区', '他处五华区', '大理市', '532901', '云南省', '没有的地方'];
    const { areas } = lookUpRowsAndDivisionsNamedInImport(app.engine, county1, one);
    return Object.fromEntries(await areas(one.fields[name] as AnyField, areaNames, name));
  };
  const far = { 他处五华区: '532999', 大理市: '532901', 532901: '532901' };
  expect(await meant(product, 'departure_area')).toEqual({ 五华区: '530102', ...far, 云南省: '530000' });
  expect(await meant(enterprise, 'area_code')).toEqual({ 五华区: '530102' });
  const inEnglish = await lookUpRowsAndDivisionsNamedInImport(app.engine, county1, product).areas(
    product.fields.departure_area,
    ['Wuhua, Kunming, Yunnan', 'Dali'],
    'departure_area',
  );
  expect(inEnglish.get('Wuhua, Kunming, Yunnan')).toBe('530102');
  expect(inEnglish.get('Dali')).toBe('ambiguous');
});

test('a file sent twice is recognised, and imported again only on request', async () => {
  const content = sheetOf([row(), row()]);
  const dry = await send(chief, content, { dry: '1' });
  expect((await end(chief, dry.data.job_id)).result.report).toMatchObject({ valid: 2, imported: 0, errors: [] });
  const first = await send(chief, content);
  expect((await end(chief, first.data.job_id)).result.report).toMatchObject({ imported: 2, errors: [] });
  const second = await send(chief, content);
  expect([second.status, second.code, second.data]).toEqual([
    200,
    0,
    expect.objectContaining({ reason: 'repeated', state: 'imported', job_id: first.data.job_id, imported: 2 }),
  ]);
  expect(second.msg).toMatch(/该文件已于 \d{4}-\d\d-\d\d \d\d:\d\d 导入/);
  const english = await app.client({ officer: 'admin' }, 'en');
  expect((await send(english, content)).msg).toMatch(/^This file was imported on/);
  // a dry run is always allowed, and so is another account, resource or content
  const trial = await send(chief, content, { dry: '1' });
  expect((await end(chief, trial.data.job_id)).result.report).toMatchObject({ valid: 0, total: 2 });
  const others = await send(city, content);
  expect((await end(city, others.data.job_id)).result.report).toMatchObject({ imported: 0 });
  const again = await send(chief, content, { again: '1' });
  const result = (await end(chief, again.data.job_id)).result.report;
  expect(result.errors.map(({ message }) => message)).toEqual(['统一社会信用代码已存在', '统一社会信用代码已存在']);
});

test('of several simultaneous uploads of one file only the first is imported', async () => {
  const content = sheetOf([row()]);
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(chief, content)));
  const accepted = answers.filter(({ code }) => code === 1);
  expect(accepted).toHaveLength(1);
  for (const { code, data } of answers) if (code !== 1) expect([code, data.reason]).toEqual([0, 'repeated']);
  await end(chief, accepted[0]?.data.job_id as number);
});

test('a file that imported nothing may be sent again without confirmation', async () => {
  const content = sheetOf([row('91530102MA6K0TLH5Y')]);
  for (let i = 0; i < 2; i++) {
    const { code, data } = await send(chief, content);
    expect(code).toBe(1);
    expect((await end(chief, data.job_id)).result.report).toMatchObject({ imported: 0, valid: 0 });
  }
  const broken = await send(chief, 'PK\u0003\u0004 no workbook');
  expect(await end(chief, broken.data.job_id)).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('损坏'),
  });
});

test('a refused upload leaves no file behind', async () => {
  expect((await send(chief, sheetOf([row()]), { mode: 'sideways' })).code).toBe(0);
  expect((await send(chief, Buffer.alloc(20 * 1024 * 1024 + 10, 'a'))).msg).toContain('过大');
  const cut = await fetch(`${app.address}/admin/enterprise.enterprise/import`, {
    method: 'POST',
    headers: { ...type, batoken: chief.token, server: 'true' },
    body: new ReadableStream({
      start(controller) {
        controller.enqueue(multipart('a', {}).subarray(0, -10));
        setTimeout(() => controller.error(new Error('gone')), 200);
      },
    }),
    duplex: 'half',
  } as RequestInit).catch(() => undefined);
  expect(cut).toBeUndefined();
  for (let i = 0; i < 40 && (await fs.readdir(imports())).length > 0; i++) await sleep(50);
});

test('staff in a sheet that is imported again are reported as existing', async () => {
  const content = sheetOf([row()]);
  const made = await send(chief, content);
  await end(chief, made.data.job_id);
  const name = content.split('\n')[1]?.split(',')[0];
  const person = '53010219900307852';
  const people = `所属企业,姓名,身份证号,岗位,手机,在职情况\n${name},王芳,${person}${idNumberCheckDigit(person)},导游,13800000003,在职\n`;
  const first = await send(chief, people, {}, 'enterprise.staff');
  expect((await end(chief, first.data.job_id)).result.report).toMatchObject({ imported: 1, errors: [] });
  const ways: Record<string, string>[] = [{ dry: '1' }, { again: '1' }, { again: '1', mode: 'valid_only' }];
  for (const fields of ways) {
    const { data } = await send(chief, people, fields, 'enterprise.staff');
    const { report } = (await end(chief, data.job_id)).result;
    expect([report.imported, report.errors.map(({ message }) => message)]).toEqual([0, ['身份证号已存在']]);
  }
});

test('an interrupted import says what it stored, and continues there when the file is sent again', async () => {
  const rows = Array.from({ length: 130 }, () => row());
  rows[3] = row('91530102MA6K0TLH5Y');
  const content = sheetOf(rows);
  // the disk is full at the 77th row of the sheet: in the second batch
  await app.db.query(`create function disk_full() returns trigger language plpgsql as
    $$ begin if new.address like '%${rows[75]?.split(' ').at(-2)} 号' then raise exception 'disk full'; end if; return new; end $$`);
  await app.db.query('create trigger disk_full before insert on enterprise for each row execute function disk_full()');
  const before = (await counted()) ?? 0;
  const broken = await send(chief, content, { mode: 'valid_only' });
  const result = await end(chief, broken.data.job_id);
  expect(result).toMatchObject({ status: 'failed', message: expect.stringMatching(/第 51 行以前的 49 行已保存/) });
  expect(await counted()).toBe(before + 49);
  await app.db.query('drop trigger disk_full on enterprise');
  await app.db.query('drop function disk_full');

  const whole = await send(chief, content);
  expect([whole.code, whole.data.reason, whole.data.state, whole.msg]).toEqual([
    0,
    'repeated',
    'broken',
    expect.stringContaining('已保存 49 行'),
  ]);
  const rest = await send(chief, content, { mode: 'valid_only' });
  const { report } = (await end(chief, rest.data.job_id)).result;
  expect(report).toMatchObject({ total: 130, valid: 129, imported: 129, errors: [{ row: 5 }] });
  expect(await counted()).toBe(before + 129);
  expect((await send(chief, content, { mode: 'valid_only' })).data).toMatchObject({ state: 'imported', imported: 129 });
});

test('during an all-or-nothing import, its progress and the events of others are delivered', async () => {
  const heard: DeliverableEvent[] = [];
  const stop = app.platform.relay.listen((event) => heard.push(event));
  const rows = Array.from({ length: 60 }, () => row());
  const place = rows.at(-1)?.split(' ').at(-2);
  await app.db.query(`create function hold_on() returns trigger language plpgsql as
    $$ begin if new.address like '%${place} 号' then perform pg_advisory_xact_lock(77); end if; return new; end $$`);
  await app.db.query('create trigger hold_on before insert on enterprise for each row execute function hold_on()');
  try {
    const job = await app.db.session(async (session) => {
      await session.query('select pg_advisory_lock(77)');
      try {
        const { data } = await send(chief, sheetOf(rows));
        const waits = `select from pg_locks where locktype = 'advisory' and objid = 77 and not granted`;
        for (let i = 0; i < 400 && !(await app.db.row(waits)); i++) await sleep(25);
        expect(await app.db.row(waits), 'the import is open').toBeDefined();
        await app.db.query(
          `insert into event (name, resource, row_id, payload) values ('told', 'enterprise/enterprise', 1, '{}')`,
        );
        const isNotified = () =>
          heard.some(({ name }) => name === 'told') &&
          heard.some(
            ({ name, row_id, payload }) =>
              name === 'job.progress' && row_id === data.job_id && Number(payload.done) > 0,
          );
        for (let i = 0; i < 200 && !isNotified(); i++) await sleep(25);
        expect(heard.map(({ name }) => name)).toContain('told');
        expect(isNotified(), 'the progress').toBe(true);
        return data.job_id;
      } finally {
        await session.query('select pg_advisory_unlock(77)');
      }
    });
    expect((await end(chief, job)).result.report).toMatchObject({ imported: 60, errors: [] });
    for (let i = 0; i < 200 && heard.filter(({ name }) => name === 'enterprise/enterprise.added').length < 60; i++)
      await sleep(25);
    expect(heard.filter(({ name }) => name === 'enterprise/enterprise.added').length).toBe(60);
  } finally {
    stop();
    await app.db.query('drop trigger hold_on on enterprise');
    await app.db.query('drop function hold_on');
  }
});

test('a server killed in the middle continues after its restart, without duplicate rows and without files left behind', {
  timeout: 120_000,
}, async () => {
  const on = await createTestEngine();
  const folder = path.join(on.config.dataDir, 'import');
  const code = `
    import { resources } from '#modules/registry.ts';
    import { serverModules } from '#modules/server.ts';
    import { readConfig } from '#server/config.ts';
    import { createEngine } from '#server/platform/create-engine-and-prepare-modules.ts';
    import { openDatabase } from '#server/db/open-database.ts';
    import { createLog } from '#server/log.ts';
    import { startServer } from '#server/start/start-server-with-database-and-jobs.ts';
    const config = readConfig({ PORT: '0', DATA_DIR: ${JSON.stringify(on.config.dataDir)}, DEMO: '0', CAPTCHA: '0', RATE_LIMIT: '0', ADMIN_PASSWORD: '${testPassword}' });
    const log = createLog({ level: 'silent' });
    const db = await openDatabase(${JSON.stringify(on.db.address)});
    const platform = await createEngine({ db, config, log, resources, modules: serverModules });
    console.log((await startServer({ platform, config, log })).address);`;
  const children: ChildProcess[] = [];
  try {
    const child = spawn(process.execPath, [bundleProgram({ name: 'importing-server', code })], {
      cwd: packageRoot,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const [address] = (await once(child.stdout, 'data')) as [Buffer];
    const { startSession } = await import('#server/auth/start-refresh-and-end-sessions-by-token.ts');
    const officer = await on.officer('admin');
    const { token } = await startSession(
      on.db,
      { type: 'admin', id: officer.id },
      { ip: '127.0.0.1', userAgent: 'test' },
      { seconds: 3600, persistent: true },
    );
    const post = (body: Buffer | ReadableStream) =>
      fetch(`${String(address).trim()}/admin/enterprise.enterprise/import`, {
        method: 'POST',
        headers: { ...type, batoken: token, server: 'true' },
        body,
        duplex: 'half',
      } as RequestInit);
    // one upload that never ends, and one import that will be half way
    void post(
      new ReadableStream({
        start: (controller) => controller.enqueue(multipart('a'.repeat(70_000), {}).subarray(0, -10)),
      }),
    ).catch(() => undefined);
    const rows = Array.from({ length: 600 }, () => row());
    const sent = (await (await post(multipart(sheetOf(rows), { mode: 'valid_only' }))).json()) as Sent;
    const job = sent.data.job_id;
    const stored = async () =>
      (await on.db.row<{ imported: number }>('select imported from import_progress where job_id = $1', [job]))
        ?.imported;
    for (let i = 0; i < 4000 && !((await stored()) ?? 0); i++) await sleep(5);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await stored()).toBeGreaterThanOrEqual(50);
    expect(await stored()).toBeLessThan(600);
    expect(await fs.readdir(folder), 'the sheet, and the upload that was cut').toHaveLength(2);

    // the database notices the death of the process when its connections end
    const gone = `select from pg_stat_activity where datname = current_database() and application_name = 'xingjian jobs'`;
    for (let i = 0; i < 400 && (await on.db.row(gone)); i++) await sleep(25);
    const server = await startServer({ platform: on.platform, config: on.config, log: on.log });
    expect((await fs.readdir(folder)).length, 'the sheet alone').toBeLessThanOrEqual(1);
    const state = () =>
      on.db.row<{ status: string; result: Report['result'] }>('select status, result from job where id = $1', [job]);
    for (let i = 0; i < 1200 && !['done', 'failed'].includes((await state())?.status ?? ''); i++) await sleep(50);
    const result = await state();
    await sleep(100);
    await server.stop();
    expect(result).toMatchObject({ status: 'done', result: { report: { total: 600, imported: 600, errors: [] } } });
    expect(
      await on.db.row(
        `select count(*)::int as n, count(distinct uscc)::int as codes from enterprise where name like '昆明导入饭店%'`,
      ),
    ).toEqual({ n: 600, codes: 600 });
    expect(await fs.readdir(folder)).toEqual([]);
    expect(await on.db.rows('select 1 from import_progress')).toEqual([]);
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await on.close();
  }
});

test('a sheet exported in English names divisions like the list, and can be imported', async () => {
  const reader = await app.client({ officer: 'city' }, 'en');
  const { data, msg } = await reader.get<{ url: string }>('/admin/enterprise.enterprise/export', { format: 'csv' });
  const { body } = await app.server.app.inject({ method: 'GET', url: data.url });
  expect(body, msg).toMatch(/\w+, Kunming, Yunnan/);
  expect(body).not.toContain('云南省');
});
