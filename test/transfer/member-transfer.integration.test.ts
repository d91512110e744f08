import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { roleInRowLabels } from '#kernel/access/member-rights-by-role.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { module_ } from '#kernel/module/module.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import { createJob } from '#server/jobs/create-list-and-record-status-of-jobs.ts';
import { write } from '#server/write/write-pipeline.ts';
import { inventModule } from '../invented/invented-module.ts';
import { type Client, startApp, type TestApp } from '../support/test-engine.ts';

const label = text('茶园', 'Garden');
const name = field.text(text('名称', 'Name'), { required: true, max: 40 });
const garden = resource({
  name: 'tea/garden',
  label,
  title: 'name',
  scope: 'area',
  people: 'tea/person',
  members: { owner: ['index'], operator: ['index'], viewer: ['index'] },
  fields: { name, area_code: field.area(text('地区', 'Area'), { level: 3 }) },
});
const person = resource({
  name: 'tea/person',
  label: text('人员', 'People'),
  title: 'name',
  scope: 'parent',
  partOf: 'garden_id',
  fields: {
    garden_id: field.reference(label, { to: 'tea/garden', required: true }),
    name,
    user_id: field.integer(text('账号', 'Account')),
    role: field.select(text('身份', 'Role'), { options: roleInRowLabels, required: true }),
  },
});
/** Operators list and add pickers one by one; owners also export and import them. */
const picker = resource({
  name: 'tea/picker',
  label: text('采茶工', 'Pickers'),
  title: 'name',
  scope: 'parent',
  partOf: 'garden_id',
  members: { owner: ['index', 'add', 'export', 'import'], operator: ['index', 'add', 'export'], viewer: ['index'] },
  fields: {
    garden_id: field.reference(label, { to: 'tea/garden', required: true }),
    name,
    mobile: field.mobile(text('手机', 'Mobile'), { privacy: 'masked' }),
  },
});
const tea = inventModule(module_({ name: 'tea', label, icon: 'car', weigh: 1, entries: [garden, person, picker] }));

let app: TestApp;
const at = (action: string) => `/api/tea.picker/${action}`;
/** 甲 is owner of the first garden, operator of the second and viewer of the third; 乙 is viewer of the first. */
let jia: Client;
let yi: Client;
let gardens: number[] = [];
let hers = 0;
const add = async (one: AnyResource, input: Record<string, unknown>) =>
  (await write(app.engine, one, await app.officer('admin'), { operation: 'add', input })).id;

beforeAll(async () => {
  app = await startApp({ also: tea });
  const [one, two] = await Promise.all(['甲', '乙'].map((who) => app.member(who)));
  hers = one?.id ?? 0;
  gardens = await Promise.all(['东', '南', '西'].map((at) => add(garden, { name: `${at}园`, area_code: '530102' })));
  for (const [place, role] of ['owner', 'operator', 'viewer'].entries()) {
    await add(person, { garden_id: gardens[place], name: '甲', user_id: hers, role });
    await add(picker, { garden_id: gardens[place], name: `工${place}`, mobile: '13812345678' });
  }
  await add(person, { garden_id: gardens[0], name: '乙', user_id: two?.id, role: 'viewer' });
  jia = await app.client({ member: '甲' });
  yi = await app.client({ member: '乙' });
});
afterAll(() => app.close());

const sheet = (...rows: string[]) => `茶园,名称,手机\n${rows.join('\n')}\n`;
function send(who: Client, content: string) {
  const file = `--cut\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${content}\r\n--cut--\r\n`;
  const mode = '--cut\r\ncontent-disposition: form-data; name="mode"\r\n\r\nvalid_only\r\n';
  const type = { 'content-type': 'multipart/form-data; boundary=cut' };
  return who.post<{ job_id: number }>(at('import'), Buffer.from(mode + file), type);
}
interface Job {
  status: string;
  message: string;
  result: { url: string; report: { imported: number; errors: { row: number; message: string }[] } };
}
async function end(who: Client, id: number): Promise<Job> {
  for (let time = 0; time < 400; time += 1) {
    const { job } = (await who.get<{ job: Job }>('/api/job/show', { id })).data;
    if (job.status === 'done' || job.status === 'failed') return job;
    await sleep(50);
  }
  throw new Error(`job ${id} has no end`);
}

test('members export rows that they hold in a role with that right, masked where they may not edit', async () => {
  const { data, code, msg } = await jia.get<{ url: string }>(at('export'), { format: 'csv' });
  expect([code, msg]).toEqual([1, '']);
  const rows = parse((await jia.get(data.url)).text, { bom: true });
  expect(
    rows.slice(1).map((row) => [row.find((cell) => cell.startsWith('工')), row.find((cell) => /^1/.test(cell))]),
  ).toEqual([
    ['工1', '138****5678'],
    ['工0', '138****5678'],
  ]);
  for (const action of ['export', 'importTemplate'])
    expect([action, (await yi.get(at(action))).code]).toEqual([action, 401]);
  expect((await send(yi, sheet('东园,新,'))).code).toBe(401);
});

test('members import into rows that they hold in a role with that right', async () => {
  const sent = await send(jia, sheet('东园,新一,', '南园,新二,', `${gardens[1]},新三,`, '西园,新四,', '北园,新五,'));
  const { result } = await end(jia, sent.data.job_id);
  expect(result.report.imported).toBe(1);
  expect(result.report.errors.map((one) => one.row)).toEqual([3, 4, 5, 6]);
  // like an officer's import, one line of the operation log, for the parent of the rows
  const lines = await app.db.rows(
    sql`select user_id, holder, holder_id, area_code, title, data::jsonb as data from auth_admin_log where url = ${at('import')} and outcome = 'done'`,
  );
  expect(lines).toEqual([
    {
      user_id: hers,
      holder: 'tea/garden',
      holder_id: gardens[0],
      area_code: '530102',
      title: '采茶工-导入',
      data: { job: sent.data.job_id },
    },
  ]);
  expect((await yi.get('/api/job/show', { id: sent.data.job_id })).data).toMatchObject({ reason: 'not_found' });
});

test('a job checks the roles again when it runs', async () => {
  const of = (kind: string, params: object) =>
    app.db.transaction((tx) =>
      createJob(tx, { kind, title: kind, owner: { type: 'member', id: hers }, locale: 'zh-cn', params: { ...params } }),
    );
  await app.db.query(sql`update tea_person set role = 'viewer' where user_id = ${hers}`);
  for (const kind of ['export', 'import']) {
    const job = await of(kind, { resource: picker.name, params: {}, file: 'none', mode: 'valid_only', dry: false });
    expect(await end(jia, job.id)).toMatchObject({ status: 'failed', message: '没有权限操作！' });
  }
});
