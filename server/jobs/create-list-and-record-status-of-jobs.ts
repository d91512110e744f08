import { type Locale, text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { addTask } from '#server/jobs/add-task-to-queue.ts';
import { Refused } from '#server/refusal.ts';

export type JobStatus = 'waiting' | 'running' | 'done' | 'failed';

/** Owner of a job. Only the owner sees it. */
export interface JobOwner {
  readonly type: 'admin' | 'member';
  readonly id: number;
}

/** The owner of the jobs that a caller starts. */
export const jobOwnerOf = ({ type, id }: Pick<Caller, 'type' | 'id'>): JobOwner => ({
  type: type === 'member' ? 'member' : 'admin',
  id,
});

/** A long-running job that a person waits for. Times are unix seconds. */
export interface Job {
  [column: string]: unknown;
  id: number;
  kind: string;
  title: string;
  admin_id: number | null;
  user_id: number | null;
  locale: Locale;
  status: JobStatus;
  /** 0 to 1. */
  progress: number;
  done: number;
  total: number;
  message: string;
  params: Record<string, unknown>;
  result: Record<string, unknown> | null;
  createtime: number;
  starttime: number | null;
  finishtime: number | null;
}

/** A job as clients see it, without its input and process. */
export type PresentedJob = Pick<
  Job,
  | 'id'
  | 'kind'
  | 'title'
  | 'status'
  | 'progress'
  | 'done'
  | 'total'
  | 'message'
  | 'result'
  | 'createtime'
  | 'starttime'
  | 'finishtime'
>;

const seconds = (column: string) => `floor(extract(epoch from ${column}))::bigint as ${column}`;

/** Columns of {@link Job}. */
export const jobColumns = sql.raw(
  `id, kind, title, admin_id, user_id, locale, status, progress, done, total, message, params, result,
   ${seconds('createtime')}, ${seconds('starttime')}, ${seconds('finishtime')}`,
);

/** Name of the task that runs jobs of every kind. */
export const runJobTaskName = 'run_job';

export interface NewJob {
  kind: string;
  title: string;
  owner: JobOwner;
  locale: Locale;
  params?: Readonly<Record<string, unknown>>;
  total?: number;
}

/** Creates and queues a job in the given transaction: it starts after the commit. */
export async function createJob(
  db: Queryable,
  { kind, title, owner, locale, params = {}, total = 0 }: NewJob,
): Promise<Job> {
  const [adminId, userId] = owner.type === 'admin' ? [owner.id, null] : [null, owner.id];
  const job = await db.row<Job>(sql`
    insert into job (kind, title, admin_id, user_id, locale, params, total)
    values (${kind}, ${title}, ${adminId}, ${userId}, ${locale}, ${JSON.stringify(params)}::jsonb, ${total})
    returning ${jobColumns}`);
  if (!job) throw new Error('job was not written');
  await addTask(db, runJobTaskName, { id: job.id }, { key: `job:${job.id}`, maxAttempts: 3 });
  return job;
}

const ownedBy = (owner: JobOwner) =>
  owner.type === 'admin' ? sql`admin_id = ${owner.id}` : sql`user_id = ${owner.id}`;

/** A job of its owner. Undefined for anybody else. */
export function findJob(db: Queryable, owner: JobOwner, id: number): Promise<Job | undefined> {
  return db.row<Job>(sql`select ${jobColumns} from job where id = ${id} and ${ownedBy(owner)}`);
}

/** The jobs of their owner, newest first. */
export function listJobs(db: Queryable, owner: JobOwner, limit = 20): Promise<Job[]> {
  return db.rows<Job>(sql`select ${jobColumns} from job where ${ownedBy(owner)} order by id desc limit ${limit}`);
}

export function presentJob({
  admin_id: _admin,
  user_id: _user,
  locale: _locale,
  params: _params,
  ...job
}: Job): PresentedJob {
  return job;
}

/** Assigns a job to this process. Undefined: it has finished or was cancelled. */
export function beginJob(db: Queryable, id: number, process: number): Promise<Job | undefined> {
  return db.row<Job>(sql`
    update job set status = 'running', process = ${process}, starttime = coalesce(starttime, now()), progress = 0, done = 0, message = ''
    where id = ${id} and status in ('waiting', 'running')
    returning ${jobColumns}`);
}

/** Whether a process that no longer exists had started the job. */
export async function wasJobStarted(db: Queryable, id: number): Promise<boolean> {
  return (await db.row(sql`select from job where id = ${id} and status = 'running'`)) !== undefined;
}

/** Stores the progress of a running job. */
export function reportProgress(
  db: Queryable,
  id: number,
  step: { done: number; total: number; message: string },
): Promise<Job | undefined> {
  const progress = step.total > 0 ? Math.min(step.done / step.total, 1) : 0;
  return db.row<Job>(sql`
    update job set done = ${step.done}, total = ${step.total}, progress = ${progress}::real, message = ${step.message}
    where id = ${id} and status = 'running'
    returning ${jobColumns}`);
}

export function finishJob(
  db: Queryable,
  id: number,
  result: Readonly<Record<string, unknown>>,
  message = '',
): Promise<Job | undefined> {
  return db.row<Job>(sql`
    update job set status = 'done', progress = 1, result = ${JSON.stringify(result)}::jsonb, message = ${message}, finishtime = now(), process = null
    where id = ${id} and status = 'running'
    returning ${jobColumns}`);
}

export function failJob(db: Queryable, id: number, message: string): Promise<Job | undefined> {
  return db.row<Job>(sql`
    update job set status = 'failed', message = ${message}, finishtime = now(), process = null
    where id = ${id} and status in ('waiting', 'running')
    returning ${jobColumns}`);
}

/** Returns a job to the queue, to be run from the start. */
export function requeueJob(db: Queryable, id: number): Promise<Job | undefined> {
  return db.row<Job>(sql`
    update job set status = 'waiting', progress = 0, done = 0, process = null
    where id = ${id} and status = 'running'
    returning ${jobColumns}`);
}

const texts = {
  failed: text('处理失败，请稍后重试', 'Processing failed. Try again later'),
  interrupted: text(
    '服务中断，任务未完成，请重新提交',
    'The service was interrupted and the job was not finished. Please submit it again',
  ),
};

/** The message for the owner of a failed job: the reason, if it may be disclosed. */
export const failureMessage = (error: unknown, locale: Locale) =>
  error instanceof Refused ? error.messageIn(locale) : texts.failed[locale];

export const interruptedMessage = (locale: Locale) => texts.interrupted[locale];
