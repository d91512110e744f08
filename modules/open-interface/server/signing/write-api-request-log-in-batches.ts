import { DatabaseUnavailableError } from '#server/db/driver/database-availability.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

/** A request of an application as it is logged: without its query and its content, which may be about persons. */
export interface LoggedRequest {
  readonly application_id: number;
  readonly method: string;
  readonly path: string;
  readonly http_status: number;
  /** `ok`, or the code of the error. */
  readonly outcome: string;
  readonly took: number;
  readonly rows: number;
  readonly request_id: string;
  readonly body_hash: string | null;
  readonly ip: string;
}

const writtenEvery = 500;
/** Maximum number of lines that wait while the database is unavailable. */
const maxWaiting = 20_000;

/** Collects requests for half a second and writes them in one statement, so that a call does not wait for its log. */
export class RequestLog {
  readonly #engine: Pick<Engine, 'db' | 'log'>;
  #waiting: LoggedRequest[] = [];
  #writing: Promise<void> = Promise.resolve();
  readonly #timer: NodeJS.Timeout;

  constructor(engine: Pick<Engine, 'db' | 'log'>) {
    this.#engine = engine;
    this.#timer = setInterval(() => void this.flush(), writtenEvery);
    this.#timer.unref();
  }

  note(request: LoggedRequest): void {
    if (this.#waiting.length < maxWaiting) this.#waiting.push(request);
  }

  /** Writes what was collected. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  async #write(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const batch = this.#waiting;
    this.#waiting = [];
    await this.#store(batch);
  }

  /** Keeps lines while the database is unavailable. Of lines that cannot be stored all others are. */
  async #store(batch: readonly LoggedRequest[]): Promise<void> {
    try {
      await this.#engine.db.query(sql`
        insert into api_request (application_id, method, path, http_status, outcome, took, rows, request_id, body_hash, ip)
        select application_id, method, path, http_status, outcome, took, rows, request_id, body_hash, ip
        from json_to_recordset(${JSON.stringify(batch)}::json) as r(application_id bigint, method text, path text, http_status int,
          outcome text, took int, rows int, request_id text, body_hash text, ip text)
        where exists (select from api_application a where a.id = r.application_id)`);
    } catch (error) {
      const why = (error as Error).name;
      if (error instanceof DatabaseUnavailableError) {
        this.#engine.log.warn({ why, lines: batch.length }, 'requests of applications wait to be logged');
        this.#waiting = [...batch, ...this.#waiting].slice(0, maxWaiting);
      } else if (batch.length === 1) {
        this.#engine.log.error({ why, id: batch[0]?.request_id }, 'a request of an application cannot be logged');
      } else {
        const half = batch.length >> 1;
        await this.#store(batch.slice(0, half));
        await this.#store(batch.slice(half));
      }
    }
  }
}
