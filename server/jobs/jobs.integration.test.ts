import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import { text } from '#kernel/text/text.ts';
import {
  downloadName,
  findResultFile,
  newResultFile,
  removeOldResults,
} from '#server/files/name-find-and-remove-job-result-files.ts';
import { addTask } from '#server/jobs/add-task-to-queue.ts';
import { lastQueueMigration, migrateQueue } from '#server/jobs/migrate-and-supervise-queue.ts';
import type { JobKind } from '#server/jobs/run-job.ts';
import { type JobWorkersOptions, type RunningJobWorkers, startJobWorkers } from '#server/jobs/start-job-workers.ts';
import { createLog } from '#server/log.ts';
import { Refused } from '#server/refusal.ts';
import { bundleProgram } from '../../test/support/bundle-program.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { createJob, findJob, type Job, listJobs, presentJob } from './create-list-and-record-status-of-jobs.ts';

let db: TestDatabase;
const log = createLog({ level: 'silent' });
const owner = { type: 'admin', id: 1 } as const;
const running: RunningJobWorkers[] = [];

beforeAll(async () => {
  db = await createTestDatabase();
  await migrateQueue(db);
});
afterEach(async () => {
  for (const jobs of running.splice(0)) await jobs.stop();
  await db.query('truncate job, job_worker');
  await db.query('delete from graphile_worker._private_jobs');
});
afterAll(() => db.close());

const start = async (kinds: Record<string, JobKind>, more: Partial<JobWorkersOptions> = {}) => {
  const jobs = await startJobWorkers({ db, kinds, log, ...more });
  running.push(jobs);
  return jobs;
};
const create = (kind: string, params = {}) => createJob(db, { kind, title: kind, owner, locale: 'zh-cn', params });
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function until(id: number, status: Job['status']): Promise<Job> {
  for (let i = 0; i < 400; i++) {
    const job = await findJob(db, owner, id);
    if (job?.status === status) return job;
    await wait(25);
  }
  throw new Error(`job ${id} did not become ${status}: ${JSON.stringify(await findJob(db, owner, id))}`);
}

test('the queue is known to be in order by the last migration its library brings', async () => {
  const { rows } = await db.query<{ last: number }>('select max(id) as last from graphile_worker.migrations');
  expect(rows).toEqual([{ last: lastQueueMigration }]);
});

test('lanes hear of new tasks over one connection, and over another once it has broken', async () => {
  const done: unknown[] = [];
  const note = (payload: object) => Promise.resolve(void done.push(payload));
  await start({}, { tasks: { plain: note }, outside: { away: note } });
  const listening = () =>
    db.rows<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and application_name = 'xingjian jobs' and query like 'listen%'`,
    );
  await expect.poll(listening).toHaveLength(1);
  await addTask(db, 'plain', { n: 1 });
  await expect.poll(() => done).toEqual([{ n: 1 }]);

  const [first] = await listening();
  await db.query('select pg_terminate_backend($1)', [first?.pid]);
  await expect.poll(async () => (await listening()).filter(({ pid }) => pid !== first?.pid)).toHaveLength(1);
  await addTask(db, 'plain', { n: 2 });
  await addTask(db, 'away', { n: 3 });
  await expect.poll(() => done).toHaveLength(3);
  expect(done).toEqual(expect.arrayContaining([{ n: 2 }, { n: 3 }]));
});

test('a job runs after the commit, tells how far it is, and ends with its result', async () => {
  const seen: Job[] = [];
  const work: JobKind = {
    restarts: true,
    run: async ({ job, progress }) => {
      for (let i = 1; i <= 1000; i++) progress(i, 1000);
      await wait(600);
      progress(1000, 1000, '快好了');
      await wait(50);
      return { rows: job.params.rows };
    },
  };
  await start({ work }, { onProgress: (job) => seen.push(job) });
  await expect(
    db.transaction(async (tx) => {
      await createJob(tx, { kind: 'work', title: '撤回', owner, locale: 'zh-cn' });
      throw new Error('taken back');
    }),
  ).rejects.toThrow('taken back');
  const { id } = await create('work', { rows: 7 });
  const job = await until(id, 'done');
  expect(presentJob(job)).toMatchObject({
    id,
    kind: 'work',
    title: 'work',
    status: 'done',
    progress: 1,
    result: { rows: 7 },
  });
  expect(presentJob(job)).not.toHaveProperty('params');
  expect(job.starttime).toBeGreaterThan(1_700_000_000);
  expect(seen.map((one) => one.status).filter((status, i, all) => status !== all[i - 1])).toEqual(['running', 'done']);
  expect(seen.length).toBeLessThan(6);
  expect(seen.some((one) => one.done === 1000 && one.status === 'running')).toBe(true);
  expect(await listJobs(db, owner)).toHaveLength(1);
  expect(await findJob(db, { type: 'admin', id: 2 }, id)).toBeUndefined();
  expect(await findJob(db, { type: 'member', id: 1 }, id)).toBeUndefined();
});

test('a job that fails tells its owner what may be told', async () => {
  await start({
    refused: { restarts: true, run: () => Promise.reject(new Refused(text('没有数据', 'No data'))) },
    broken: { restarts: true, run: () => Promise.reject(new Error('secret internals')) },
  });
  expect((await until((await create('refused')).id, 'failed')).message).toBe('没有数据');
  expect((await until((await create('broken')).id, 'failed')).message).toBe('处理失败，请稍后重试');
  expect((await until((await create('unknown')).id, 'failed')).message).toBe('处理失败，请稍后重试');
  // the queue lets go of a job a moment after the job has said how it ended
  await expect.poll(() => db.row('select count(*) from graphile_worker.jobs')).toEqual({ count: 0 });
});

test('a background task is tried again, and waits for no job and no other server', async () => {
  const calls: unknown[] = [];
  let waiting = 0;
  const untilStopped = ({ signal }: { signal: AbortSignal }) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
  await start(
    { long: { restarts: true, run: untilStopped } },
    {
      tasks: {
        send: async (payload) => {
          calls.push(payload);
          if (calls.length === 1) throw new Error('not yet');
        },
      },
      outside: {
        ask: (_, context) => {
          waiting += 1;
          return untilStopped(context);
        },
      },
    },
  );
  // more than run at once
  const jobs = [await create('long'), await create('long'), await create('long')];
  for (let n = 0; n < 5; n++) await addTask(db, 'ask', { n });
  await expect
    .poll(async () => (await Promise.all(jobs.map(({ id }) => findJob(db, owner, id)))).map((one) => one?.status))
    .toEqual(['running', 'running', 'waiting']);
  await expect.poll(() => waiting).toBe(4);
  await addTask(db, 'send', { to: 1 });
  for (let i = 0; i < 400 && calls.length < 2; i++) await wait(25);
  expect(calls).toEqual([{ to: 1 }, { to: 1 }]);
  expect(waiting).toBe(4);
});

test('stopping puts back what can run again and fails what cannot', async () => {
  const forever = (restarts: boolean): JobKind => ({
    restarts,
    run: ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
  });
  const jobs = await start({ again: forever(true), once: forever(false) });
  const [again, once] = [await create('again'), await create('once')];
  await Promise.all([until(again.id, 'running'), until(once.id, 'running')]);
  running.splice(0);
  await jobs.stop();
  expect((await until(again.id, 'waiting')).finishtime).toBeNull();
  expect((await until(once.id, 'failed')).message).toContain('服务中断');
  // the next start takes it up at once, not when the queue gives up whoever held it, after four hours
  await start({ again: { restarts: true, run: async () => ({ by: 'next' }) } });
  expect((await until(again.id, 'done')).result).toEqual({ by: 'next' });
});

test('what a killed process was doing is taken up again or marked as failed', async () => {
  const [again, once] = [await create('again'), await create('once')];
  const code = `
    import { openDatabase } from '#server/db/open-database.ts';
    import { startJobWorkers } from '#server/jobs/start-job-workers.ts';
    import { createLog } from '#server/log.ts';
    const db = await openDatabase(${JSON.stringify(db.address)});
    const forever = (restarts) => ({ restarts, run: () => new Promise((resolve) => setTimeout(resolve, 1e9)) });
    await startJobWorkers({ db, kinds: { again: forever(true), once: forever(false) }, log: createLog({ level: 'silent' }) });`;
  const child = spawn(process.execPath, [bundleProgram({ name: 'held-jobs', code })], {
    cwd: packageRoot,
    stdio: 'inherit',
  });
  await Promise.all([until(again.id, 'running'), until(once.id, 'running')]);
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
  for (let i = 0; i < 200; i++) {
    const alive = await db.row(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name = 'xingjian jobs'`,
    );
    if (!alive) break;
    await wait(25);
  }
  const quick = (restarts: boolean): JobKind => ({ restarts, run: async () => ({ by: 'second' }) });
  await start({ again: quick(true), once: quick(false) });
  expect((await until(again.id, 'done')).result).toEqual({ by: 'second' });
  expect((await until(once.id, 'failed')).message).toContain('服务中断');
});

test('a process that lives keeps what it does', async () => {
  let calls = 0;
  const slow: JobKind = {
    restarts: true,
    run: async () => {
      calls++;
      await wait(800);
      return {};
    },
  };
  await start({ slow });
  const { id } = await create('slow');
  await until(id, 'running');
  await start({ slow });
  await until(id, 'done');
  expect(calls).toBe(1);
});

test('results are found by their names alone and go after a week', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'xingjian-results-'));
  const { name, path: file } = await newResultFile(folder, { type: 'admin', id: 7 }, '企业 / 导出?', 'xlsx');
  expect(downloadName(name)).toMatch(/^企业_导出_\d{4}-\d{2}-\d{2}\.xlsx$/);
  expect(await findResultFile(folder, name)).toBeUndefined();
  await fs.writeFile(file, 'x');
  expect(await findResultFile(folder, name)).toBe(file);
  expect(await findResultFile(folder, `../${path.basename(folder)}/${name}`)).toBeUndefined();
  await removeOldResults(folder);
  expect(await findResultFile(folder, name)).toBe(file);
  await removeOldResults(folder, -1);
  expect(await findResultFile(folder, name)).toBeUndefined();
  await fs.rm(folder, { recursive: true });
});
