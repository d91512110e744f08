import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { findResultFile, resultFolder } from '#server/files/name-find-and-remove-job-result-files.ts';
import { readSheetFile } from '#server/sheets/read-sheets-of-xlsx-or-csv-file.ts';
import type { Client } from '../../../test/support/test-engine.ts';
import { complaintFields } from '../contract/fields-of-complaint-record.ts';
import { ComplaintFixture, errorsOf, ok } from './complaint-fixture.ts';

/** Orders of the hotline 12345: brought by file, handled within the stricter of two limits, and their results written back. */
let on: ComplaintFixture;
beforeAll(async () => {
  on = await ComplaintFixture.start();
});
afterAll(() => on.app.close());

interface Report {
  total: number;
  valid: number;
  imported: number;
  errors: { row: number; column: string; field: string; message: string; value?: string }[];
  columns?: { header: string; field: string | null; suggested: string | null }[];
}
type Job<R> = { status: string; message: string; result: R };

async function ended<R>(who: Client, id: number): Promise<R> {
  for (let time = 0; time < 400; time += 1) {
    const { job } = ok(await who.get<{ job: Job<R> }>('/admin/job/show', { id }));
    if (job.status === 'done') return job.result;
    expect(job.status, job.message).not.toBe('failed');
    await sleep(50);
  }
  throw new Error('the job has no end');
}

/** Sends a file as the hotline exports it. */
async function bring(rows: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Report> {
  const header = '工单编号,派单时间,办结时限,来电人,来电号码,被诉单位,诉求类别,来电时间,事发区县,诉求内容,回访';
  const part = (head: string, body: string) => `--cut\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
  const fields = { mode: 'all_or_nothing', ...more };
  const parts = Object.entries(fields).map(([name, value]) => part(`name="${name}"`, value));
  const file = part('name="file"; filename="12345.csv"', [header, ...rows].join('\n'));
  const body = `${parts.join('')}${file}--cut--\r\n`;
  const type = { 'content-type': 'multipart/form-data; boundary=cut' };
  const { job_id } = ok(
    await on.clerk.post<{ job_id: number }>('/admin/complaint.complaint/import', Buffer.from(body), type),
  );
  return (await ended<{ report: Report }>(on.clerk, job_id)).report;
}

const facts = '游客反映酒店与合同约定的四星级不符，房间没有热水，导游拒绝调换，也不退还差价。';
const order = (no: string, more: { kind?: string; mobile?: string; due?: string } = {}) =>
  `${no},2026-11-20 10:00:00,${more.due ?? '2026-11-24'},李游客,${more.mobile ?? on.newMobile()},某酒店,${more.kind ?? '旅游纠纷'},2026-11-19 21:30:00,五华区,${facts},`;

/** The field map, what all rows have, and what words of the hotline mean: chosen once, sent with every file. */
const map = {
  columns: JSON.stringify({
    工单编号: 'ext_no',
    派单时间: 'filed_on',
    办结时限: 'ext_due_on',
    来电人: 'complainant_name',
    来电号码: 'mobile',
    被诉单位: 'respondent_name',
    诉求类别: 'category',
    来电时间: 'event_at',
    事发区县: 'event_area',
    诉求内容: 'facts',
    回访: '',
  }),
  values: JSON.stringify({ channel: 'hotline_12345', people: '1', language: 'zh-cn', area_code: '530102' }),
  synonyms: JSON.stringify({ 诉求类别: { 旅游纠纷: 'service' } }),
};

test('a trial says what the sheet lacks, row by row, and stores nothing', async () => {
  const { columns } = map;
  const bare = await bring([order('D1')], { dry: '1', columns });
  expect(bare.imported).toBe(0);
  const missing = bare.errors.filter(({ row }) => row === 1).map(({ field }) => field);
  expect(missing).toEqual(expect.arrayContaining(['channel', 'people', 'language', 'area_code']));
  const unknown = await bring([order('D1'), order('D2', { mobile: '12' })], { ...map, dry: '1', synonyms: '{}' });
  expect(unknown.errors.map(({ row, column, value }) => [row, column, value])).toEqual([
    [2, '诉求类别', '旅游纠纷'],
    [3, '来电号码', undefined],
    [3, '诉求类别', '旅游纠纷'],
  ]);
  const good = await bring([order('D1'), order('D1')], { ...map, dry: '1' });
  expect(good.errors.map(({ row, message }) => [row, message])).toEqual([[3, '与第 2 行重复']]);
  expect((await on.app.db.row(sql`select 1 from complaint where ext_no like 'D_'`)) === undefined).toBe(true);
});

test('an order becomes one complaint, with its own last day beside that of the law', async () => {
  const report = await bring([order('S1'), order('S2', { due: '2099-01-01' })], map);
  expect(report).toMatchObject({ imported: 2, errors: [] });
  const idOf = async (no: string) =>
    (await on.app.db.row<{ id: number }>(sql`select id from complaint where ext_no = ${no}`))?.id ?? 0;
  const [one, other] = [await idOf('S1'), await idOf('S2')];
  expect(await on.row(one)).toMatchObject({ channel: 'hotline_12345', category: 'service', ext_due_on: '2026-11-24' });
  // two working days from Friday 20 November
  expect(await on.clocks(one)).toEqual({ acceptance: '2026-11-24', referral: '2026-11-24' });
  expect(await on.clocks(other)).toEqual({ acceptance: '2026-11-24', referral: '2099-01-01' });
  ok(await on.move(one, 'accept'));
  ok(await on.move(other, 'accept'));
  const dueOf = async (id: number) => new Date(((await on.row(id)).due_at ?? 0) * 1000).toISOString().slice(0, 10);
  expect(await dueOf(one)).toBe('2026-11-24');
  expect((await dueOf(other)) < '2027-12-31').toBe(true);

  // the same order never twice: in another file, by hand, or told apart by spaces only
  const again = await bring([order('S1'), order('S3')], { ...map, mode: 'valid_only' });
  expect([again.imported, again.errors.map(({ row, field }) => [row, field])]).toEqual([1, [[2, 'ext_no']]]);
  const byHand = await on.add({ channel: 'hotline_12345', ext_no: ' s1' });
  expect([byHand.code, byHand.data]).toMatchObject([0, { reason: 'duplicate', field: 'ext_no' }]);
  ok(await on.add({ channel: 'hotline_12315', ext_no: 'S1' }));
});

test.each([
  ['columns', '[]'],
  ['values', '{'],
  ['values', '"x"'],
  ['synonyms', '{"诉求类别":"other"}'],
  ['synonyms', JSON.stringify({ x: Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`${n}`, 'a'])) })],
])('a malformed choice is refused: %s %.30s', async (name, value) => {
  const part = (head: string, body: string) => `--cut\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
  const body = `${part(`name="${name}"`, value)}${part('name="file"; filename="a.csv"', 'x')}--cut--\r\n`;
  const answer = await on.clerk.post('/admin/complaint.complaint/import', Buffer.from(body), {
    'content-type': 'multipart/form-data; boundary=cut',
  });
  expect([answer.status, answer.code]).toEqual([200, 0]);
});

test('results go back to the hotline under its numbers, once a complaint is over', async () => {
  const agency = await on.agency();
  const more = { channel: 'hotline_12345', ext_no: 'W1', ext_due_on: '2099-01-01' };
  const { id } = ok(await on.add({ ...more, respondent_enterprise_id: agency.id }));
  const report = (ids: number[]) => on.clerk.post('/admin/complaint.complaint/reportResults', { ids });
  const early = await report([id]);
  expect([early.code, early.data]).toMatchObject([0, { reason: 'conflict', failed: [{ id, msg: '尚未办结' }] }]);
  ok(
    await on.move(id, 'reject', {
      refusal: 'no_duty',
      reason: '属于其他经济纠纷，诉求人证件 11010519491231002X',
    }),
  );
  const own = ok(await on.add());
  ok(await on.move(own.id, 'reject', { refusal: 'no_duty', reason: '属于其他经济纠纷' }));
  expect((await report([id, own.id])).data, 'all or none').toMatchObject({ failed: [{ id: own.id }] });
  expect((await on.row(id)).reported_on).toBeNull();
  const elsewhere = await on.app.client({ officer: 'county2' });
  expect((await elsewhere.post('/admin/complaint.complaint/reportResults', { ids: [id] })).code).not.toBe(1);
  ok(await report([id]));
  expect((await on.row(id)).reported_on).not.toBeNull();
  const job = await on.app.db.row<{ id: number }>(sql`select max(id) as id from job where kind = 'complaint_results'`);
  const { url } = await ended<{ url: string }>(on.clerk, job?.id ?? 0);
  const file = await findResultFile(
    resultFolder(on.app.engine),
    path.basename(decodeURI(new URL(url, 'http://x').pathname)),
  );
  const { header, rows } = await readSheetFile(await fs.readFile(file ?? ''));
  const [row] = [...rows];
  const cell = (label: string) => row?.cells[header.indexOf(label)];
  expect(cell(complaintFields.ext_no.label['zh-cn'])).toBe('W1');
  expect([cell('办理状态'), cell('是否按时')]).toEqual(['不予受理', '是']);
  expect(cell(complaintFields.result.label['zh-cn'])).toBe('属于其他经济纠纷，诉求人证件 1101**********002X');
  expect(errorsOf(early)).toEqual({});
});
