/** One run of a cron job, or skipped runs. Times are unix seconds. */
export interface CronJobRun {
  status: 'waiting' | 'running' | 'done' | 'failed' | 'missed';
  due_at: number;
  /** Who started it. Null: the schedule. */
  asked_by: string | null;
  /** Number of skipped times. */
  times: number;
  attempts: number;
  error: string | null;
  starttime: number | null;
  /** Duration in milliseconds. */
  took: number | null;
}

/** A cron job as shown to administrators of the platform. */
export interface CronJobStatus {
  name: string;
  label: string;
  /** Its schedule in words, and as a crontab line in the time zone Asia/Shanghai. */
  when: string;
  line: string;
  next_at: number;
  /** Consecutive runs that failed or were skipped. */
  misses: number;
  /** Since when the alarm has been on. Null: none. */
  alerted_at: number | null;
  last: CronJobRun | null;
}

/** A failed task that waits for its retry or has had its last. Times are unix seconds. */
export interface FailedTask {
  id: number;
  task: string;
  attempts: number;
  most_attempts: number;
  error: string;
  createtime: number;
  /** Time of the next retry. Null: only on request. */
  next_at: number | null;
}
