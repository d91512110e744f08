import { afterAll, beforeAll, expect, test } from 'vitest';
import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { createJob, jobOwnerOf, type PresentedJob } from '#server/jobs/create-list-and-record-status-of-jobs.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { inventModule } from '../invented/invented-module.ts';
import { type Client, startApp, type TestApp } from '../support/test-engine.ts';

/** A module with a cron job and a kind of jobs. */
const server: Partial<ServerModule> = {
  scheduled: { count_stars: { label: text('数星星', 'Count the stars'), at: '0 4 * * *', run: async () => undefined } },
  jobs: {
    'invented/count': {
      restarts: true,
      run: async (_engine, { caller, job, progress }) => {
        progress(1, 1);
        return { for: caller.name, of: caller.type, stars: job.params.stars };
      },
    },
  },
};

const invented = module_({ name: 'invented', label: text('虚构', 'Invented'), icon: 'star', weigh: 1, entries: [] });

let app: TestApp;
let chief: Client;
beforeAll(async () => {
  app = await startApp({ also: inventModule(invented, server) });
  chief = await app.client({ officer: 'admin' });
});
afterAll(() => app.close());

interface Work {
  name: string;
  label: string;
  when: string;
  last: { status: string; asked_by: string | null } | null;
}
const listed = async () => (await chief.get<{ list: Work[] }>('/admin/system.schedule/index')).data.list;

test('every cron job is listed, and can be run at once, which is logged', async () => {
  const works = await listed();
  expect(works.find(({ name }) => name === 'count_stars')).toMatchObject({
    label: '数星星',
    when: '每天 04:00',
    last: null,
  });
  expect(works.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['purge', 'go_over_papers', 'deliver_messages']),
  );
  const begun = await chief.post('/admin/system.schedule/run', { name: 'count_stars' });
  expect([begun.code, begun.msg]).toEqual([1, '已开始运行']);
  await expect
    .poll(async () => (await listed()).find(({ name }) => name === 'count_stars')?.last)
    .toMatchObject({ status: 'done', asked_by: 'admin' });
  expect(await app.db.row(`select title from auth_admin_log order by id desc limit 1`)).toEqual({
    title: '定时任务-立即运行',
  });
  expect((await chief.post('/admin/system.schedule/run', { name: 'constructor' })).data).toEqual({
    reason: 'not_found',
  });
  expect((await chief.post('/admin/system.schedule/retry', { ids: ['x'] })).data).toEqual({ reason: 'parameter' });
});

test('without the permission nothing of it can be read', async () => {
  const county = await app.client({ officer: 'county1' });
  for (const action of ['index', 'runs', 'tasks'])
    expect((await county.get(`/admin/system.schedule/${action}`, { name: 'purge' })).code, action).toBe(401);
  expect((await county.post('/admin/system.schedule/run', { name: 'purge' })).code).toBe(401);
});

test('a member runs a job and reads its progress, and nobody else can', async () => {
  const member = await app.member('waiting');
  const job = await createJob(app.db, {
    kind: 'invented/count',
    title: '数星星',
    owner: jobOwnerOf(member),
    locale: 'zh-cn',
    params: { stars: 7 },
  });
  const own = await app.client({ member: 'waiting' });
  const show = (client: Client, area: string) => client.get<{ job: PresentedJob }>(`/${area}/job/show`, { id: job.id });
  await expect.poll(async () => (await show(own, 'api')).data.job.status).toBe('done');
  expect((await show(own, 'api')).data.job.result).toEqual({ for: 'waiting', of: 'member', stars: 7 });
  expect((await own.get<{ list: unknown[] }>('/api/job/index')).data.list).toHaveLength(1);
  expect((await show(await app.client({ member: 'another' }), 'api')).data).toEqual({ reason: 'not_found' });
  // the administrator with the same id is somebody else
  expect((await show(chief, 'admin')).data).toEqual({ reason: 'not_found' });
});
