import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';

export interface TaskOptions {
  /** Earliest moment. */
  runAt?: Date;
  /** Replaces a waiting task with the same key. */
  key?: string;
  /** Default: 25. Waiting times grow: e to the power of the number of attempts, in seconds. */
  maxAttempts?: number;
  /** Tasks of one queue run one after another. */
  queue?: string;
  /** Lower runs first. Default: 0. */
  priority?: number;
}

/** Adds a task by SQL, so that it takes effect with the transaction. */
export async function addTask(
  db: Queryable,
  task: string,
  payload: Readonly<Record<string, unknown>>,
  options: TaskOptions = {},
): Promise<void> {
  await db.query(sql`
    select graphile_worker.add_job(
      ${task}, ${JSON.stringify(payload)}::json,
      queue_name => ${options.queue ?? null}, run_at => ${options.runAt ?? null}::timestamptz,
      max_attempts => ${options.maxAttempts ?? null}::int, job_key => ${options.key ?? null}, priority => ${options.priority ?? null}::int)`);
}
