/** One run, or times that passed without one. Times are unix seconds. */
export interface ScheduledRun {
  status: 'waiting' | 'running' | 'done' | 'failed' | 'missed';
  due_at: number;
  /** Who asked for it; null: the clock. */
  asked_by: string | null;
  /** How many times passed. */
  times: number;
  attempts: number;
  error: string | null;
  starttime: number | null;
  /** Milliseconds from its start to its end. */
  took: number | null;
}

/** Work done by the clock, as those who run the platform see it. */
export interface ScheduledWork {
  name: string;
  label: string;
  /** Its times in words, and as the line of a crontab in the time of Asia/Shanghai. */
  when: string;
  line: string;
  next_at: number;
  /** Times in a row it did not run, or failed. */
  misses: number;
  /** Since when the alarm stands; null: all is well. */
  alerted_at: number | null;
  last: ScheduledRun | null;
}

/** A task that failed and waits for its next try, or has had its last. Times are unix seconds. */
export interface FailedTask {
  id: number;
  task: string;
  attempts: number;
  most_attempts: number;
  error: string;
  createtime: number;
  /** When it is tried again; null: never, unless somebody says so. */
  next_at: number | null;
}
