import type { Writable } from 'node:stream';
import pg from 'pg';
import { allowUndocumentedFeatures } from '#server/db/driver/allow-undocumented-driver-features.ts';
import { byteResultParsers, byteResultParsersWithTextAsBytes } from '#server/db/driver/postgres-result-type-parsers.ts';
import { returnResultsAsBytes } from '#server/db/driver/return-results-as-bytes.ts';
import { runStatementOnConnection } from '#server/db/driver/run-statement-on-connection.ts';

/** Maximum number of unanswered statements of a pipeline. */
const maxUnanswered = 256;
/** Milliseconds without a response after which a pipeline gets no further statements, */
const slowAfter = 20;
/** and after which the statements behind the blocking one go to the pool. */
const stuckAfter = 250;
/** Milliseconds until opening a failed connection is tried again. */
const pause = 1000;

/**
 * What is pipelined reads few rows by their keys, with the same plan for all values. By itself PostgreSQL plans a statement
 * for its values as long as its estimate for any value is higher: each call planned its list anew, which took 0.5 ms.
 */
const planOnce = '-c plan_cache_mode=force_generic_plan';

/** Connections on which short reads are pipelined. */
export interface ReadPipelines {
  /** Sends a read on a pipeline that responds soon. Undefined: there is none, and the pool has to be used. */
  send<R extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<R>> | undefined;
  /** Opens the first pipeline, for callers that are about to read much. Failures are ignored. */
  open(): Promise<void>;
  close(): Promise<void>;
}

export interface ReadPipelinesOptions {
  /** Maximum number of connections. */
  max: number;
  connection: pg.ClientConfig;
  /** Runs elsewhere a read that a pipeline did not answer; reads can be repeated. */
  otherwise<R extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<R>>;
  /** Called with the error of a broken connection. */
  report(error: unknown): void;
}

/**
 * Creates pipelines for short statements. A pooled connection carries one statement at a time: sixteen readers wake
 * sixteen sleeping backends, each with caches of its own. A pipeline sends statements over one connection as they come,
 * and they are answered in this order. Each has its own sync, so that a failing one does not affect the others.
 * Statements behind one that waits for a lock go to the pool.
 */
export function createReadPipelines({ max, connection, otherwise, report }: ReadPipelinesOptions): ReadPipelines {
  const open = new Set<Pipeline>();
  /** Pipelines that finish their statements and accept no more. */
  const leaving = new Set<Promise<void>>();
  let opening = false;
  let tryAt = 0;
  let closed = false;

  const start = async () => {
    opening = true;
    try {
      const pipeline = await openPipeline(connection, otherwise, {
        ended: (one, error) => {
          open.delete(one);
          if (error) report(error);
        },
        stuckAfter: leave,
      });
      if (closed) await pipeline.end();
      else open.add(pipeline);
    } catch {
      tryAt = performance.now() + pause; // the pool reports the error to the caller
    } finally {
      opening = false;
    }
  };
  const leave = (pipeline: Pipeline) => {
    open.delete(pipeline);
    const ended = pipeline.end().finally(() => leaving.delete(ended));
    leaving.add(ended);
  };

  return {
    send<R extends pg.QueryResultRow>(statement: pg.QueryConfig) {
      let free: Pipeline | undefined;
      for (const one of open) if (one.flows() && (free === undefined || one.owed < free.owed)) free = one;
      const more = open.size < max && leaving.size <= max && (free === undefined || free.owed > 0);
      if (more && !opening && !closed && performance.now() >= tryAt) void start();
      return free?.send<R>(statement);
    },
    open: start,
    async close() {
      closed = true;
      await Promise.all([...leaving, ...[...open].map((one) => one.end())]);
    },
  };
}

interface Pipeline {
  /** Number of unanswered statements. */
  readonly owed: number;
  /** Whether a statement that is sent now will be answered soon. */
  flows(): boolean;
  send<R extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<R>>;
  /** Resolves when everything is answered and the connection is closed. */
  end(): Promise<void>;
}

/** Events of an open pipeline. A failure to open is reported by `open` itself. */
interface PipelineEvents {
  ended(pipeline: Pipeline, error?: unknown): void;
  stuckAfter(pipeline: Pipeline): void;
}

async function openPipeline(
  connection: pg.ClientConfig,
  otherwise: ReadPipelinesOptions['otherwise'],
  events: PipelineEvents,
): Promise<Pipeline> {
  const options = [connection.options, planOnce].filter(Boolean).join(' ');
  const client = new pg.Client({ ...connection, options, types: byteResultParsers, pipeline: true } as pg.ClientConfig);
  returnResultsAsBytes(client);
  client.on('error', () => {}); // while connecting, the rejection that follows reports it
  await client.connect();
  const pipeline = pipelineOn(client, otherwise, () => events.stuckAfter(pipeline));
  // the client reports a broken connection by an error and by its end
  client.on('error', (error) => events.ended(pipeline, error));
  client.on('end', () => events.ended(pipeline));
  return pipeline;
}

function pipelineOn(client: pg.Client, otherwise: ReadPipelinesOptions['otherwise'], stuckNow: () => void): Pipeline {
  allowUndocumentedFeatures(client);
  /** Functions that hand a statement over to be run elsewhere, in the order of the responses. */
  const owed = new Set<() => void>();
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  /** When the last response came, or when the first statement was sent after everything had been answered. */
  let moved = 0;
  let gathering = false;
  /** Sends all statements of one turn of the event loop together: one system call, and one wake-up of the backend. */
  const gather = () => {
    if (gathering) return;
    gathering = true;
    stream.cork();
    setImmediate(() => {
      gathering = false;
      stream.uncork();
    });
  };
  let watched = false;

  const watch = () => {
    watched = owed.size > 0;
    if (!watched) return;
    if (performance.now() - moved < stuckAfter) setTimeout(watch, stuckAfter).unref();
    else {
      stuckNow();
      const [, ...behind] = owed;
      for (const hand of behind) hand();
    }
  };

  return {
    get owed() {
      return owed.size;
    },
    flows: () => owed.size === 0 || (owed.size < maxUnanswered && performance.now() - moved < slowAfter),
    send<R extends pg.QueryResultRow>(statement: pg.QueryConfig) {
      return new Promise<pg.QueryResult<R>>((resolve) => {
        let handed = false;
        // only once: nobody would await a second response, and its failure would end the process
        const hand = () => {
          if (handed) return;
          handed = true;
          resolve(otherwise<R>(statement));
        };
        if (owed.size === 0) moved = performance.now();
        owed.add(hand);
        if (!watched) {
          watched = true;
          setTimeout(watch, stuckAfter).unref();
        }
        const answered = () => {
          owed.delete(hand);
          moved = performance.now();
        };
        gather();
        const { text, values, name, types } = statement;
        runStatementOnConnection<R>(client, {
          text,
          values,
          name,
          types: types && byteResultParsersWithTextAsBytes,
        }).then(
          (result) => {
            answered();
            resolve(result);
          },
          // the connection broke, or an earlier statement that was to prepare this one failed, or the response is an
          // error: the pool repeats it, where the text of errors is decoded
          () => {
            answered();
            hand();
          },
        );
      });
    },
    end: () => client.end(),
  };
}
