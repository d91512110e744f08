import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { text } from '#kernel/text/text.ts';
import { addTask } from '#server/jobs/add-task-to-queue.ts';
import {
  type CronJobsByName,
  deleteOldRuns,
  failLostRuns,
  runCronJobNow,
  startDueCronJobs,
  storeCronJobs,
} from '#server/jobs/cron-jobs-and-their-runs.ts';
import { listCronJobs, listRunsOfCronJob } from '#server/jobs/list-cron-jobs-and-runs.ts';
import { migrateQueue } from '#server/jobs/migrate-and-supervise-queue.ts';
import { startDueCronJobsEveryMinute } from '#server/jobs/start-due-cron-jobs-every-minute.ts';
import { type RunningJobWorkers, startJobWorkers } from '#server/jobs/start-job-workers.ts';
import { createLog } from '#server/log.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { countFailedTasks, listFailedTasks, retryTasks } from './list-and-retry-failed-tasks.ts';

let db: TestDatabase;
const log = createLog({ level: 'silent' });
const running: RunningJobWorkers[] = [];

beforeAll(async () => {
  db = await createTestDatabase();
  await migrateQueue(db);
});
afterEach(async () => {
  for (const jobs of running.splice(0)) await jobs.stop();
  await db.query('truncate schedule, schedule_run, job_worker; delete from event');
  await db.query('delete from graphile_worker._private_jobs');
});
afterAll(() => db.close());

const label = text('夜间汇总', 'Nightly figures');
/** Half a day from now by the clock of Shanghai: whenever this runs, what was due is hours ago and not minutes. */
const farFromNow = `5 ${(new Date().getUTCHours() + 8 + 12) % 24} * * *`;
const nightly = (run: () => Promise<void>, at = farFromNow): CronJobsByName => ({ figures: { label, at, run } });
const idle = nightly(async () => undefined);
const runsOf = (schedule: CronJobsByName) => ({ db, schedule, log, onEvent: () => undefined });

async function start(schedule: CronJobsByName) {
  running.push(await startJobWorkers({ db, kinds: {}, schedule, log }));
}
/** The clock as if it had last been looked at so long ago. */
async function letPass(interval: string, schedule = idle) {
  await storeCronJobs(db, schedule);
  await db.query(
    `update schedule set next_at = next_at - interval '1 day' * ceil(extract(epoch from $1::interval) / 86400)`,
    [interval],
  );
}
const seen = async (schedule = idle) => (await listCronJobs(db, schedule, 'zh-cn'))[0];
const alarms = () => db.rows<{ payload: object }>(`select payload from event where name = 'system/schedule.missed'`);

test('a work is due by its line in Shanghai, and what is asked for runs at once', async () => {
  let ran = 0;
  const schedule = nightly(async () => void ran++, '5 0 * * *');
  await start(schedule);
  const next = (await seen(schedule))?.next_at ?? 0;
  expect(new Date(next * 1000).toISOString()).toMatch(/T16:05:00/);
  expect(await runCronJobNow(db, 'figures', 'admin')).toBe(true);
  await expect.poll(async () => (await seen(schedule))?.last?.status).toBe('done');
  expect(ran).toBe(1);
  expect(await seen(schedule)).toMatchObject({ label: '夜间汇总', when: '每天 00:05', next_at: next, misses: 0 });
  expect((await listRunsOfCronJob(db, 'figures'))[0]).toMatchObject({
    asked_by: 'admin',
    attempts: 1,
    took: expect.any(Number),
  });
});

test('what passed while nobody ran is run once, counted, and told', async () => {
  let ran = 0;
  const schedule = nightly(async () => void ran++);
  await letPass('3 days', schedule);
  await start(schedule);
  await expect.poll(async () => (await seen(schedule))?.last?.status).toBe('done');
  expect(ran).toBe(1);
  expect((await listRunsOfCronJob(db, 'figures')).map(({ status, times }) => [status, times])).toEqual([
    ['missed', 3],
    ['done', 1],
  ]);
  expect(await alarms()).toEqual([{ payload: { name: 'figures', label, misses: 3 } }]);
  expect(await seen(schedule), 'made up for').toMatchObject({ misses: 0, alerted_at: null });
});

test('one night missed is made up for without an alarm', async () => {
  await letPass('1 day');
  await startDueCronJobs(runsOf(idle));
  expect(await seen()).toMatchObject({ misses: 1, alerted_at: null, last: { status: 'waiting' } });
  expect(await alarms()).toEqual([]);
});

test('of many processes one starts what is due', async () => {
  await letPass('1 day');
  await Promise.all(Array.from({ length: 6 }, () => startDueCronJobs(runsOf(idle))));
  expect((await listRunsOfCronJob(db, 'figures')).map(({ status, times }) => [status, times])).toEqual([
    ['missed', 1],
    ['waiting', 1],
  ]);
  expect(await runCronJobNow(db, 'figures', 'admin'), 'it waits already').toBe(false);
});

test('a run that still runs is not begun again, which is a miss; two of them are told once', async () => {
  await letPass('1 day');
  await startDueCronJobs(runsOf(idle));
  for (const round of [2, 3]) {
    await db.query(`update schedule set next_at = next_at - interval '1 day'`);
    await startDueCronJobs(runsOf(idle));
    expect((await seen())?.misses).toBe(round);
  }
  expect(await alarms()).toHaveLength(1);
  expect((await seen())?.alerted_at).toBeGreaterThan(1_700_000_000);
});

test('every minute is told after a quarter of an hour, not after two', async () => {
  const schedule: CronJobsByName = { often: { label, at: '* * * * *', run: async () => undefined } };
  await storeCronJobs(db, schedule);
  await runCronJobNow(db, 'often', 'admin');
  for (const [ago, running] of [
    ['4 minutes', 0],
    ['20 minutes', 1],
  ] as const) {
    await db.query(`update schedule set next_at = date_trunc('minute', now()) - $1::interval, missing_since = null`, [
      ago,
    ]);
    await startDueCronJobs(runsOf(schedule));
    expect(await alarms()).toHaveLength(running);
  }
});

test('a run that fails is tried again, and counts as missed when its last try fails', async () => {
  await letPass(
    '1 day',
    nightly(() => Promise.reject(new Error('no disk for 13800001111'))),
  );
  await start(nightly(() => Promise.reject(new Error('no disk for 13800001111'))));
  await expect
    .poll(async () => (await seen())?.last)
    .toMatchObject({ status: 'running', attempts: 1, error: 'no disk for […]' });
  await db.query('update schedule_run set attempts = 4');
  await db.query('update graphile_worker._private_jobs set run_at = now()');
  await expect
    .poll(async () => (await seen())?.last, { timeout: 60_000 })
    .toMatchObject({ status: 'failed', attempts: 5 });
  expect(await seen()).toMatchObject({ misses: 2 });
  expect(await alarms()).toHaveLength(1);
});

test('a run that was stopped with its server goes on at the next start', async () => {
  const ways: string[] = [];
  const until = (name: string, signal: AbortSignal) =>
    new Promise<void>((_, reject) => {
      ways.push(name);
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  await start({ figures: { label, at: farFromNow, run: ({ signal }) => until('first', signal) } });
  await runCronJobNow(db, 'figures', 'admin');
  await expect.poll(() => ways).toEqual(['first']);
  for (const jobs of running.splice(0)) await jobs.stop();
  await start({ figures: { label, at: farFromNow, run: async () => void ways.push('next') } });
  await expect.poll(async () => (await seen())?.last?.status).toBe('done');
  expect(ways).toEqual(['first', 'next']);
});

test('a run whose process was killed at its last try is ended', async () => {
  await letPass('1 day');
  await startDueCronJobs(runsOf(idle));
  expect(await failLostRuns(runsOf(idle))).toBe(false);
  expect((await seen())?.last?.status).toBe('waiting');
  await db.query('update graphile_worker._private_jobs set attempts = max_attempts');
  await failLostRuns(runsOf(idle));
  expect((await seen())?.last).toMatchObject({ status: 'failed', error: 'interrupted' });
});

test('the last hundred runs are kept, and failures for 90 days', async () => {
  await db.query(`insert into schedule_run (name, due_at, status)
    select 'figures', now() - interval '1 day' * (150 - n), case when n % 10 = 0 then 'failed' else 'done' end from generate_series(1, 150) n`);
  await deleteOldRuns(db);
  expect(
    await db.row(`select count(*) as n, count(*) filter (where status = 'failed') as failed from schedule_run`),
  ).toEqual({
    n: 100,
    failed: 10,
  });
});

test('tasks that failed are seen and tried again; jobs of people and works are not among them', async () => {
  await addTask(db, 'send', { to: 1 }, { maxAttempts: 3 });
  await addTask(db, 'send', { to: 2 }, { key: 'job:7' });
  await addTask(db, 'send', { to: 3 });
  await db.query(
    `update graphile_worker._private_jobs set last_error = 'no answer from 13800001111', attempts = 3 where payload->>'to' <> '3'`,
  );
  const { list, total } = await listFailedTasks(db, { page: 1, limit: 10 });
  expect([total, list]).toEqual([
    1,
    [
      expect.objectContaining({
        task: 'send',
        attempts: 3,
        most_attempts: 3,
        error: 'no answer from […]',
        next_at: null,
      }),
    ],
  ]);
  const all = await db.rows<{ id: number }>('select id from graphile_worker.jobs');
  expect(
    await retryTasks(
      db,
      all.map(({ id }) => id),
    ),
  ).toBe(1);
  expect((await listFailedTasks(db, { page: 1, limit: 10 })).list[0]).toMatchObject({
    attempts: 0,
    next_at: expect.any(Number),
  });
  expect(await countFailedTasks(db)).toBe(1);
});

test('a time that is set anew counts from the next look', async () => {
  let at = '5 0 * * *';
  const schedule: CronJobsByName = {
    figures: {
      label,
      get at() {
        return at;
      },
      run: async () => undefined,
    },
  };
  const clock = await startDueCronJobsEveryMinute(runsOf(schedule));
  try {
    const before = (await seen(schedule))?.next_at ?? 0;
    at = '5 3 * * *';
    await clock.look();
    expect(((await seen(schedule))?.next_at ?? 0) - before).toSatisfy(
      (moved: number) => moved % 86_400 === 10_800 || moved === 10_800 - 86_400,
    );
  } finally {
    clock.stop();
  }
});
