import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { exportedRows } from '../../../test/contract/exported-csv.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { vehicle } from '../contract/vehicle.ts';
import { type Firm, firmOf, nextIdNumber } from './firm.ts';

let app: TestApp;
let coach: Firm;
let agency: Firm;
beforeAll(async () => {
  app = await startApp();
  [coach, agency] = [await firmOf(app, 'coach', 'sheet_coach'), await firmOf(app, 'agency', 'sheet_agency')];
});
afterAll(() => app.close());

const nameOf = async ({ id }: Firm) =>
  (await app.db.row<{ name: string }>(sql`select name from enterprise where id = ${id}`))?.name ?? '';

interface Report {
  imported: number;
  errors: { row: number; message: string }[];
}
async function bring(who: Client, path: string, content: string, mode: string): Promise<Report> {
  const part = (head: string, body: string) => `--cut\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
  const body = `${part('name="file"; filename="a.csv"', content)}${part('name="mode"', mode)}--cut--\r\n`;
  const type = { 'content-type': 'multipart/form-data; boundary=cut' };
  const sent = await who.post<{ job_id: number }>(path, Buffer.from(body), type);
  expect(sent.code, sent.msg).toBe(1);
  for (let time = 0; time < 400; time += 1) {
    type Job = { status: string; message: string; result: { report: Report } };
    const { job } = (await who.get<{ job: Job }>('/api/job/show', { id: sent.data.job_id })).data;
    if (job.status === 'done') return job.result.report;
    expect(job.status, job.message).not.toBe('failed');
    await sleep(50);
  }
  throw new Error('the import has no end');
}

test('a coach operator imports its fleet: plates in any notation, errors by row and column', async () => {
  const firm = await nameOf(coach);
  const heading =
    '车牌号,车牌颜色,所属车企,车型,核定载客（人）,道路运输证号,道路运输证有效期至,检验有效期至,承运人责任险有效期至';
  const row = (plate: string, color: string, seats: number) =>
    `${plate},${color},${firm},大型客车,${seats},530100123456,2031-01-01,2030年6月30日,2031/1/1`;
  const wrong = [heading, row('云A·61001', '黄', 49), row('云AI2345', '黄', 49), row('云A61003', '渐变绿', 49)].join(
    '\n',
  );
  const path = '/api/crew.vehicle/import';
  const none = await bring(coach.owner, path, wrong, 'all_or_nothing');
  expect([none.imported, none.errors.map((one) => one.row)]).toEqual([0, [3, 4]]);
  expect(none.errors.map((one) => one.message).join()).toMatch(/车牌号格式不正确：应为省份简称.*该号牌的颜色应为/s);
  const some = await bring(coach.owner, path, wrong, 'valid_only');
  expect(some.imported).toBe(1);
  expect(
    await app.db.rows(
      sql`select plate, status, validity, inspect_valid_to::text from crew_vehicle where enterprise_id = ${coach.id}`,
    ),
  ).toEqual([{ plate: '云A61001', status: 'stated', validity: 'valid', inspect_valid_to: '2030-06-30' }]);
  const again = await bring(coach.owner, path, [heading, row('云A61001', '黄', 49)].join('\n'), 'valid_only');
  expect([again.imported, again.errors[0]?.message]).toEqual([0, expect.stringContaining('车牌号')]);
  const county = await app.client({ officer: 'county1' });
  const [head, ...rows] = await exportedRows(county, vehicle, { quick_search: '云A61001' });
  expect([head?.[0], rows.map((each) => each[0])]).toEqual(['车牌号', ['云A61001']]);
});

test('an agency imports its guides: in its own area, and verified before they guide', async () => {
  const firm = await nameOf(agency);
  const heading = '姓名,身份证号,手机,导游证号,等级,导游证有效期至,语种,所属旅行社';
  const sheet = [heading, `杨丽,${nextIdNumber()},13888003333,DZG2026SHEET1,中级,2029-12-31,普通话、英语,${firm}`];
  const foreign = `李四,${nextIdNumber()},13888004444,DZG2026SHEET2,初级,2029-12-31,普通话,`;
  const report = await bring(agency.owner, '/api/crew.guide/import', [...sheet, foreign].join('\n'), 'valid_only');
  expect([report.imported, report.errors.map((one) => one.row)]).toEqual([1, [3]]);
  const { areaCode } = await app.officer('county1');
  expect(
    await app.db.rows(
      sql`select name, status, level, languages, area_code from crew_guide where agency_id = ${agency.id}`,
    ),
  ).toEqual([
    { name: '杨丽', status: 'stated', level: 'intermediate', languages: ['mandarin', 'english'], area_code: areaCode },
  ]);
});
