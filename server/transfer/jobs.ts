import { readBack } from '#server/auth/caller-of.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine.ts';
import { signLink } from '#server/files/file-link.ts';
import { draftFolder } from '#server/files/result-draft.ts';
import { removeOldResults, resultFolder } from '#server/files/result-file.ts';
import { sweepHourly } from '#server/files/temporary-files.ts';
import type { Controller } from '#server/http/controller.ts';
import { findJob, type Job, listJobs, presentJob } from '#server/jobs/job.ts';
import { type BackgroundTask, type JobKind, type RunningJobs, startJobs } from '#server/jobs/start-jobs.ts';
import type { ServerModule } from '#server/module.ts';
import { readKey } from '#server/read/row.ts';
import { notFound } from '#server/refusal.ts';
import type { ImportMode } from '#server/transfer/run-import.ts';
import { type KeptOrder, readKeptOrder, writeExport } from './export.ts';
import { clearImport, importFolder, runImportJob, tellKept } from './import.ts';
import { forgetContent } from './import-content.ts';

/** Own jobs of whoever is signed in. */
export function jobController(engine: Engine): Controller {
  return {
    app: 'admin',
    name: 'job',
    actions: {
      index: {
        gate: 'login',
        handle: async ({ caller }) => ({
          list: (await listJobs(engine.db, { type: 'admin', id: caller.id })).map((job) =>
            presentJob(openResults(engine, caller, job)),
          ),
        }),
      },
      show: {
        gate: 'login',
        async handle({ caller, query }) {
          const job = await findJob(engine.db, { type: 'admin', id: caller.id }, readKey(query.id));
          if (!job) throw notFound();
          return { job: presentJob(openResults(engine, caller, job)) };
        },
      },
    },
  };
}

/** What a job made is told with links that open it now: its owner alone is told of it. */
function openResults(engine: Engine, caller: Caller, job: Job): Job {
  const open = (part: Record<string, unknown>, name: string): Record<string, unknown> =>
    typeof part[name] === 'string' ? { ...part, [name]: signLink(engine, caller, part[name]) } : part;
  if (!job.result) return job;
  const result = open(job.result, 'url');
  const { report } = result;
  return typeof report === 'object' && report !== null
    ? { ...job, result: { ...result, report: open(report as Record<string, unknown>, 'workbook_url') } }
    : { ...job, result };
}

/** Starts the queue with the platform's jobs and every module's tasks. */
export async function startWork(engine: Engine, modules: readonly ServerModule[]): Promise<RunningJobs> {
  const kinds: Record<string, JobKind> = {
    export: {
      restarts: true,
      async run({ job, signal, progress }) {
        const kept = job.params as unknown as KeptOrder;
        const { declared, caller } = await ordered(engine, job, kept.resource);
        const order = readKeptOrder(engine, declared, caller, kept);
        return writeExport(engine, caller, order, { signal, onProgress: progress });
      },
    },
    import: {
      // what is written is noted with it: it goes on behind that
      restarts: true,
      tellBroken: (job) => tellKept(engine, job),
      clear: (job) => clearImport(engine, job),
      async run({ job, signal, progress }) {
        const { resource, file, mode, dry } = job.params as {
          resource: string;
          file: string;
          mode: ImportMode;
          dry: boolean;
        };
        const { declared, caller } = await ordered(engine, job, resource);
        return {
          ...(await runImportJob(
            engine,
            caller,
            { job: job.id, resource: declared, file, mode, dry },
            { signal, onProgress: progress },
          )),
        };
      },
    },
  };
  const tasks: Record<string, BackgroundTask> = {
    create_partitions: async () => void (await engine.db.query('call create_partitions(3)')),
    purge: async () => {
      await removeOldResults(resultFolder(engine));
      await forgetContent(engine.db);
      await engine.db.query(`delete from token where expiretime < now() - interval '7 days'`);
      await engine.db.query(
        `delete from session s where not exists (select from token t where t.session_id = s.id) and last_seen < now() - interval '1 day'`,
      );
      await engine.db.query(`delete from captcha where expiretime < now() - interval '7 days'`);
      await engine.db.query(`delete from move_undo where createtime < now() - interval '1 hour'`);
      await engine.db.query(`delete from idempotency where createtime < now() - interval '1 day'`);
    },
    mark_overdue: async () =>
      void (await engine.db.query(
        `update deadline set status = 'overdue' where status = 'running' and due_at < now()`,
      )),
  };
  for (const [name, task] of modules.flatMap((one) => Object.entries(one.tasks ?? {})))
    tasks[name] = (payload) => task(engine, payload);
  // times of the crontab are UTC: 18:30 is 02:30 in Shanghai
  const crontab = [
    '30 18 * * * create_partitions',
    '45 18 * * * purge',
    '* * * * * mark_overdue',
    ...modules.flatMap((one) => one.crontab ?? []),
  ].join('\n');
  await removeOldResults(resultFolder(engine));
  const stopSweeping = await sweepHourly([importFolder(engine), draftFolder(resultFolder(engine))], engine.log);
  const jobs = await startJobs({
    db: engine.db,
    kinds,
    tasks,
    crontab,
    log: engine.log,
    onProgress: (job) => tellProgress(engine, job),
  });
  return {
    stop: () => {
      stopSweeping();
      return jobs.stop();
    },
  };
}

/** The resource and the person of a job, with the rights they hold now: what was revoked meanwhile is not exported. */
async function ordered(engine: Engine, job: Job, name: string) {
  const declared = engine.find(name);
  const caller = job.admin_id === null ? undefined : await readBack(engine.db, job.admin_id, job.locale);
  if (!declared || !caller) throw notFound();
  return { declared, caller };
}

/** Progress goes through the outbox like any fact: the owner's stream may hang on another process. */
function tellProgress(engine: Engine, job: Job): void {
  const payload = JSON.stringify({
    ...presentJob(job),
    owner_type: job.admin_id === null ? 'member' : 'admin',
    owner_id: job.admin_id ?? job.user_id,
  });
  engine.db
    .query(
      sql`insert into event (name, resource, row_id, payload) values ('job.progress', 'job', ${job.id}, ${payload}::jsonb)`,
    )
    .then(() => engine.wakeRelay())
    .catch((error: unknown) => engine.log.warn({ err: error }, 'progress of a job could not be told'));
}
