import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addEnterprise, uploadMaterials } from '#modules/enterprise/test/form.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { resultFolder } from '#server/files/name-find-and-remove-job-result-files.ts';
import { findJob, type Job } from '#server/jobs/create-list-and-record-status-of-jobs.ts';
import { readWorkbook } from '#server/sheets/read-sheets-of-xlsx-or-csv-file.ts';
import { runBatch } from '#server/transfer/run-batch-write-job.ts';
import { type Client, startApp, type TestApp } from '../support/test-engine.ts';

let on: TestApp;
let chief: Client;
let county: Client;
let officer: Caller;
const batch = '/admin/enterprise.enterprise/batch';
const word = '整街搬迁';

interface Preview {
  n: number;
  tried: number;
  refused: { id: number; title: string; msg: string; reason?: string }[];
}
interface Done {
  done: number[];
  refused: Preview['refused'];
  refused_url?: string;
  undo?: number[];
}

beforeAll(async () => {
  on = await startApp();
  await uploadMaterials(on.engine);
  officer = await on.officer('admin');
  chief = await on.client({ officer: 'admin' });
  county = await on.client({ officer: 'county1' });
});
afterAll(() => on.close());

const add = (name: string, area = '530102') => addEnterprise(on.engine, officer, { name, area_code: area });
const addressOf = async (id: number) =>
  (await on.db.row<{ address: string; version: number }>(
    sql`select address, version from enterprise where id = ${id}`,
  )) ?? {
    address: '',
    version: 0,
  };
const named = (keyword: string) => ({ search: [{ field: 'name', operator: 'LIKE', val: keyword }] });

/** The sheet of refused rows, and whether only its maker can open it. */
async function readRefused(url: string) {
  const file = path.join(resultFolder(on.engine), url.slice('/storage/result/'.length));
  const { first } = await readWorkbook(file, []);
  const links = (who: Client) => who.get<{ list: object[] }>('/admin/ajax/fileLinks', { urls: [url] });
  const [mine, other] = [await links(county), await links(chief)];
  return {
    header: first.header,
    rows: Array.from(first.rows, ({ cells }) => [...cells]),
    owner: mine.data.list.length === 1 && other.data.list.length === 0,
  };
}

test('a batch with values per row can be tried first, and refuses each row separately', async () => {
  const [one, two, far] = [await add('甲饭店'), await add('乙饭店'), await add('丙饭店', '530103')];
  const version = (await addressOf(one)).version;
  const rows = [
    [one, version, { address: '甲街 1 号' }],
    [two, 99, { address: '乙街 2 号' }],
    [far, null, { address: '丙街 3 号' }],
  ];
  const tried = await county.post<Preview>(batch, { operation: 'edit', rows, dry: '1' });
  expect(tried.data).toMatchObject({ n: 3, tried: 3 });
  expect(tried.data.refused).toEqual([
    expect.objectContaining({ id: two, title: '乙饭店', reason: 'stale_version' }),
    // outside the officer's area: neither written nor named
    expect.objectContaining({ id: far, title: `#${far}`, reason: 'not_found' }),
  ]);
  expect((await addressOf(one)).version, 'a dry run changes nothing').toBe(version);

  const done = await county.post<Done>(batch, { operation: 'edit', rows });
  expect(done.data.done).toEqual([one]);
  expect((await addressOf(one)).address).toBe('甲街 1 号');
  expect((await addressOf(far)).address).toBe('人民中路 100 号');
  // the refused rows come as a sheet to work from: each with the reason and what to do about it
  const sheet = await readRefused(done.data.refused_url ?? '');
  expect(sheet.header).toEqual(['记录', '未办理的原因', '怎样处理', '记录编号']);
  expect(sheet.rows).toEqual([
    ['乙饭店', expect.stringContaining('已被他人修改'), expect.stringContaining('核对最新内容'), String(two)],
    [`#${far}`, '记录不存在', expect.stringContaining('无需办理'), String(far)],
  ]);
  expect(sheet.owner).toBe(true);
  const story = await on.db.row<{ n: number }>(
    sql`select count(*)::int as n from history where resource = 'enterprise/enterprise' and row_id = ${one} and action = 'edit'`,
  );
  expect(story?.n, 'written by the write pipeline').toBe(1);
  const wrong = await county.post<Preview>(batch, {
    operation: 'edit',
    values: { address: '' },
    rows: [[one]],
    dry: '1',
  });
  expect(wrong.data.refused[0]).toMatchObject({ id: one, reason: 'invalid' });
});

test('a batch on all matching rows counts them again first and is refused if the number has changed', async () => {
  const ids = [await add(`${word}一`), await add(`${word}二`), await add(`${word}三`, '530103')];
  const all = named(word);
  const values = { address: '新街 8 号' };
  const seen = await county.post<Preview>(batch, { operation: 'edit', values, all, dry: '1' });
  expect(seen.data, "only rows of the caller's area").toMatchObject({ n: 2, tried: 2, refused: [] });
  const late = await county.post(batch, { operation: 'edit', values, all: { ...all, n: 3 } });
  expect([late.code, late.data]).toMatchObject([0, { reason: 'count_changed', n: 2 }]);
  const unsaid = await county.post(batch, { operation: 'edit', values, all });
  expect(unsaid.data).toEqual({ reason: 'parameter' });
  const done = await county.post<Done>(batch, { operation: 'edit', values, all: { ...all, n: 2 } });
  expect(done.data.done).toEqual(ids.slice(0, 2));
  expect((await addressOf(ids[2] ?? 0)).address).not.toBe('新街 8 号');

  const gone = await chief.post<Done>(batch, { operation: 'del', all: { ...all, n: 3 } });
  expect(gone.data.done).toHaveLength(3);
  const back = await chief.post('/admin/enterprise.enterprise/restore', { ids: gone.data.undo });
  expect(back.data).toEqual({ restored: 3 });
});

test('a malformed batch, or one without the permission, is refused', async () => {
  const id = await add('丁饭店');
  for (const body of [
    {},
    { operation: 'edit' },
    { operation: 'edit', rows: [] },
    { operation: 'edit', rows: [[id, 'x']], values: {} },
    { operation: 'edit', rows: [{}], values: {} },
    { operation: 'edit', rows: [[id, 1, 'x']] },
    { operation: 'edit', all: [] },
    { operation: 'edit', all: {} },
    { operation: 'edit', all: { n: -1 } },
    { operation: 'edit', all: { search: [{ field: 'nothing', operator: '=', val: '1' }], n: 1 } },
    { operation: 'resubmit', rows: [[id]] },
    { operation: 'toString', rows: [[id]] },
    { operation: 'edit', rows: Array.from({ length: 501 }, (_, at) => [at + 1]), values: {} },
  ]) {
    const answer = await chief.post(batch, body);
    expect([answer.status, answer.code, (answer.data as { reason?: string }).reason], JSON.stringify(body)).toEqual([
      200,
      0,
      'parameter',
    ]);
  }
  const nobody = await on.client('nobody');
  expect((await nobody.post(batch, { operation: 'del', rows: [[id]] })).code).toBe(302);
});

test('more than five hundred rows become a job, which continues after the server was killed and changes no row twice', async () => {
  const first = await add('连锁门店0');
  const columns = await on.db.row<{ names: string }>(
    sql`select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
      where table_name = 'enterprise' and column_name not in ('id', 'name', 'uscc', 'query_no') and is_generated = 'NEVER'`,
  );
  const names = sql.raw(columns?.names ?? '');
  await on.db.query(
    sql`insert into enterprise (name, uscc, ${names}) select '连锁门店' || n, '91530102MA' || lpad(n::text, 8, '0'), ${names}
      from enterprise, generate_series(1, 519) n where id = ${first}`,
  );
  const all = { ...named('连锁门店'), n: 520 };
  const values = { address: '总部统一地址' };
  const queued = await chief.post<{ job_id: number; n: number }>(batch, { operation: 'edit', values, all });
  expect(queued.data.n).toBe(520);
  const job = (await findJob(on.db, { type: 'admin', id: officer.id }, queued.data.job_id)) as Job;
  expect(JSON.stringify(job.params), 'the values may be personal data').not.toContain('总部');

  const cut = new AbortController();
  const broken = runBatch(on.engine, officer, {
    job,
    signal: cut.signal,
    progress: (done) => {
      if (done === 30) cut.abort();
    },
  });
  await expect(broken).rejects.toThrow();
  const result = await runBatch(on.engine, officer, {
    job,
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  expect(result).toMatchObject({ done: 520, refusals: 0 });
  const rows = await on.db.row<{ n: number; twice: number }>(
    sql`select count(*)::int as n, (select count(*)::int from (select row_id from history where resource = 'enterprise/enterprise' and action = 'edit'
        and row_id in (select id from enterprise where name like '连锁门店%') group by row_id having count(*) > 1) d) as twice
      from enterprise where name like '连锁门店%' and address = '总部统一地址'`,
  );
  expect(rows).toEqual({ n: 520, twice: 0 });

  const undone = await chief.post<{ job_id: number }>(batch, {
    operation: 'edit',
    values: { uscc: '91530102MA00000001' },
    all,
  });
  // the queue runs it, once
  const job_id = undone.data.job_id;
  const done = async () => (await findJob(on.db, { type: 'admin', id: officer.id }, job_id))?.status;
  await expect.poll(done).toBe('done');
  const outcome = ((await findJob(on.db, { type: 'admin', id: officer.id }, job_id)) as Job).result as Record<
    string,
    unknown
  >;
  expect(outcome.refusals).toBeGreaterThan(500);
  const all500 = await readWorkbook(
    path.join(resultFolder(on.engine), String(outcome.refused_url).slice('/storage/result/'.length)),
    [],
  );
  expect([...all500.first.rows], 'all of them, not the first hundred').toHaveLength(Number(outcome.refusals));
  const lines = await on.db.rows<{ title: string; outcome: string; times: number; answer: string }>(
    sql`select title, outcome, times, answer from auth_admin_log where times > 100 and admin_id = ${officer.id}`,
  );
  expect(lines, 'one log line for each kind of refusal, with the number of its rows').toHaveLength(1);
  expect(lines[0]).toMatchObject({ title: '企业-编辑', outcome: 'refused', times: outcome.refusals });
});

test('the rows that prevent a deletion are named, as far as the caller may list them', async () => {
  const id = await add('被引用饭店');
  const person = await chief.post<{ id: number }>('/admin/enterprise.staff/add', {
    enterprise_id: id,
    name: '沈听澜',
    id_no: '530102199003072476',
    job: 'guide',
    mobile: '13800000003',
    employment: 'employed',
  });
  const refused = await chief.post('/admin/enterprise.enterprise/del', { ids: [id] });
  expect([refused.code, refused.data]).toMatchObject([
    0,
    {
      reason: 'referenced',
      uses: [{ resource: 'enterprise/staff', n: 1, rows: [{ id: person.data.id, title: '沈听澜' }] }],
    },
  ]);
});
