import type { Writable } from 'node:stream';
import pg from 'pg';
import { answerInBytes } from '#server/db/driver/byte-connection.ts';
import { patchClient } from '#server/db/driver/driver-patches.ts';
import { runStatement } from '#server/db/driver/run-statement.ts';
import { bytesTypes, decodedTypes } from '#server/db/driver/wire-types.ts';

/** Answers a pipeline owes at the most. */
const mostOwed = 256;
/** So many ms without an answer, and nothing more is sent after what is being waited for; */
const still = 20;
/** after so many, what waits behind it is asked elsewhere. */
const stuck = 250;
/** Ms until a connection that was not to be had is tried again. */
const pause = 1000;

/** Connections on which short reads are pipelined. */
export interface Pipelines {
  /** Sends a read where it is answered soon; undefined: it is to be asked otherwise. */
  send<R extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<R>> | undefined;
  /** Opens the first of them, for who is about to read much; in vain where it is not to be had. */
  open(): Promise<void>;
  close(): Promise<void>;
}

export interface PipelinesOptions {
  /** Most connections. */
  max: number;
  connection: pg.ClientConfig;
  /** Asks otherwise what a pipeline did not answer: it was a read, and may be said again. */
  otherwise<R extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<R>>;
  /** Told of a connection that broke. */
  report(error: unknown): void;
}

/**
 * Pipelines short statements. A pooled connection carries one statement at a time: each wakes a sleeping backend, and
 * sixteen readers wake sixteen backends, each with caches of its own. Here statements are sent over one connection as
 * they come, each with its own sync, so that a failing one does not affect others, and answered in this order.
 * Statements behind one that waits for a lock go to the pool.
 */
export function createPipelines({ max, connection, otherwise, report }: PipelinesOptions): Pipelines {
  const open = new Set<Pipeline>();
  /** Those that answer what they owe and take no more. */
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
        stuck: leave,
      });
      if (closed) await pipeline.end();
      else open.add(pipeline);
    } catch {
      tryAt = performance.now() + pause; // the pool tells who asks
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
  /** Answers that are due. */
  readonly owed: number;
  /** Whether what is sent now is answered soon. */
  flows(): boolean;
  send<R extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<R>>;
  /** Resolves when all is answered and the connection is gone. */
  end(): Promise<void>;
}

/** Told of a pipeline that was opened; one that was not to be had is told by the failure of opening it. */
interface PipelineEvents {
  ended(pipeline: Pipeline, error?: unknown): void;
  stuck(pipeline: Pipeline): void;
}

async function openPipeline(
  connection: pg.ClientConfig,
  otherwise: PipelinesOptions['otherwise'],
  events: PipelineEvents,
): Promise<Pipeline> {
  const client = new pg.Client({ ...connection, types: decodedTypes, pipeline: true } as pg.ClientConfig);
  answerInBytes(client);
  client.on('error', () => {}); // while it connects, followed by the rejection that tells it
  await client.connect();
  const pipeline = pipelineOn(client, otherwise, () => events.stuck(pipeline));
  // the client tells of a broken connection by an error and by its end
  client.on('error', (error) => events.ended(pipeline, error));
  client.on('end', () => events.ended(pipeline));
  return pipeline;
}

function pipelineOn(client: pg.Client, otherwise: PipelinesOptions['otherwise'], stuckNow: () => void): Pipeline {
  patchClient(client);
  /** What hands a statement over to be asked otherwise, in the order of the answers. */
  const owed = new Set<() => void>();
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  /** When the last answer came, or the first statement after all were answered was sent. */
  let moved = 0;
  let gathering = false;
  /** What is asked in one turn of the event loop is sent together: a system call, and a backend that wakes, for all of it. */
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
    if (performance.now() - moved < stuck) setTimeout(watch, stuck).unref();
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
    flows: () => owed.size === 0 || (owed.size < mostOwed && performance.now() - moved < still),
    send<R extends pg.QueryResultRow>(statement: pg.QueryConfig) {
      return new Promise<pg.QueryResult<R>>((resolve) => {
        let handed = false;
        // once: of two answers nobody would await the second, whose failure would end the process
        const hand = () => {
          if (handed) return;
          handed = true;
          resolve(otherwise<R>(statement));
        };
        if (owed.size === 0) moved = performance.now();
        owed.add(hand);
        if (!watched) {
          watched = true;
          setTimeout(watch, stuck).unref();
        }
        const answered = () => {
          owed.delete(hand);
          moved = performance.now();
        };
        gather();
        const { text, values, name, types } = statement;
        runStatement<R>(client, { text, values, name, types: types && bytesTypes }).then(
          (result) => {
            answered();
            resolve(result);
          },
          // the connection broke, or does not know what one sent before was to prepare, or it cannot be answered: then it is
          // refused where the words of an error are decoded
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
