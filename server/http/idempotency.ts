import { createHash } from 'node:crypto';
import type { Database, Queryable, Transaction } from '#server/db/connect.ts';
import { encloseDatabase } from '#server/db/enclosed-database.ts';
import { sql } from '#server/db/sql.ts';
import { badParameter, Refused } from '#server/refusal.ts';
import { answered, type Call } from './controller.ts';
import { Answer, JsonText } from './envelope.ts';

const longestKey = 100;

/** What this process knows of the keyed calls of one database. */
interface KeyedCalls {
  /** Answers that are still being worked out, by key. */
  underWay: Map<string, { request: string; answer: Promise<unknown> }>;
  /** How many more may hold a connection, and who waits to. */
  free: number;
  waiting: (() => void)[];
}
const keyedCalls = new WeakMap<Database, KeyedCalls>();

/**
 * A write repeated with the same `Idempotency-Key` gets the first answer again, also while the first is still under
 * way, here or in another process (domain reference §0.1). Clients send one when a time-out leaves them unsure; keys
 * live a day. The key, the write and its answer are one transaction: whatever breaks, either all of them are kept or
 * none is, so a repeat never writes twice. Only answers that say yes are kept: what was refused may be tried again.
 * Files alone are kept after they were stored: see {@link answerFile}.
 */
export function answerOnce(call: Call, name: string, work: (call: Call) => Promise<unknown>): Promise<unknown> {
  const given = keyOf(call);
  if (given === undefined) return work(call);
  const { type, id, ip } = call.caller;
  const key = `${type}:${type === 'guest' ? ip : id}:${name}:${given}`;
  const request = hashRequest(call);
  const calls = callsOf(call.engine.db);
  const running = calls.underWay.get(key);
  // who repeats to this process needs no connection to wait at
  if (running) return running.request === request ? running.answer : Promise.reject(otherContent());
  const answer = call.request.isMultipart()
    ? answerFile(call, key, request, work)
    : inTurn(calls, () => answerAndKeep(call, key, request, work));
  calls.underWay.set(key, { request, answer });
  const forget = () => calls.underWay.delete(key);
  answer.then(forget, forget);
  return answer;
}

function keyOf({ method, request }: Call): string | undefined {
  const given = request.headers['idempotency-key'];
  return method === 'GET' || typeof given !== 'string' || given === '' || given.length > longestKey ? undefined : given;
}

/** Whether a call and its key become true together, so that it may be run again: all but those that bring a file. */
export const isKeyed = (call: Call): boolean => keyOf(call) !== undefined && !call.request.isMultipart();

async function answerAndKeep(
  call: Call,
  key: string,
  request: string,
  work: (call: Call) => Promise<unknown>,
): Promise<unknown> {
  const { engine } = call;
  const outcome = await engine.db.transaction<{ result: unknown } | { refused: Refused }>(async (tx) => {
    const known = await claim(tx, key, request);
    if (known) return { result: known };
    const enclosed = encloseDatabase(engine.db, tx);
    tx.afterCommit(enclosed.release);
    const wakeRelay = () => tx.afterCommit(() => engine.wakeRelay());
    try {
      const result = await work({ ...call, engine: { ...engine, db: enclosed.db, wakeRelay } });
      if (result === answered)
        await giveUp(tx, key); // a stream or a file: not ours to keep
      else await keep(tx, key, result);
      return { result };
    } catch (error) {
      if (!(error instanceof Refused)) {
        enclosed.release();
        throw error;
      }
      // what the call wrote apart from its own transactions is meant to outlive a refusal: a wrong code counts
      await giveUp(tx, key);
      return { refused: error };
    }
  });
  if ('refused' in outcome) throw outcome.refused;
  return outcome.result;
}

/**
 * A call that brings a file takes as long as the file does, and no connection is held for that long. Its key is written
 * once it is done: who loses the answer to a crash in between stores the same attachment again, which is one, or queues
 * an import twice, which is checked row by row.
 */
async function answerFile(
  call: Call,
  key: string,
  request: string,
  work: (call: Call) => Promise<unknown>,
): Promise<unknown> {
  const { db } = call.engine;
  const known = await readKnown(db, key, request);
  if (known) return known;
  const result = await work(call);
  if (result === answered) return result;
  await db.transaction(async (tx) => {
    if (!(await claim(tx, key, request))) await keep(tx, key, result);
  });
  return result;
}

/**
 * Makes the key this transaction's, or finds the answer it has. The insert waits for a transaction that has claimed
 * the same key, and goes on when that one is undone.
 */
async function claim(tx: Transaction, key: string, request: string): Promise<Answer | undefined> {
  const claimed = await tx.row(
    sql`insert into idempotency (key, request) values (${key}, ${request}) on conflict do nothing returning 1 as one`,
  );
  if (claimed) return undefined;
  const known = await readKnown(tx, key, request);
  if (!known) throw new Error('an idempotency key expired while it was asked for');
  return known;
}

async function readKnown(db: Queryable, key: string, request: string): Promise<Answer | undefined> {
  const known = await db.row<{ request: string | null; answer: { data: unknown; message: string } }>(
    sql`select request, answer from idempotency where key = ${key}`,
  );
  if (!known) return undefined;
  // keys of before requests were hashed have none
  if (known.request !== null && known.request !== request) throw otherContent();
  return new Answer(known.answer.data, known.answer.message);
}

async function keep(tx: Transaction, key: string, result: unknown): Promise<void> {
  const { data, message } = result instanceof Answer ? result : new Answer(result);
  const written = data instanceof JsonText ? data.text : JSON.stringify(data ?? null);
  await tx.query(
    sql`update idempotency set answer = jsonb_build_object('data', ${written}::jsonb, 'message', ${message}::text) where key = ${key}`,
  );
}

/** After a statement that failed the transaction takes no other; then its end gives the key back. */
async function giveUp(tx: Transaction, key: string): Promise<void> {
  await tx.query(sql`delete from idempotency where key = ${key}`).catch(() => {});
}

const otherContent = () =>
  badParameter(
    '该幂等键已用于内容不同的提交，请换一个',
    'This idempotency key was used for another content; use a new one',
  );

/** What belongs to the way a call is made and not to what it asks: a token may have been refreshed in between. */
const wayOfCalling: ReadonlySet<string> = new Set(['batoken', 'ba-user-token', 'server', 'lang']);

/** The content of a call, whatever order its parts stand in. */
function hashRequest({ method, params }: Call): string {
  const asked = Object.entries(params).filter(([name]) => !wayOfCalling.has(name));
  return createHash('sha256')
    .update(JSON.stringify([method, Object.fromEntries(asked)], sorted))
    .digest('base64url');
}

const sorted = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

function callsOf(db: Database): KeyedCalls {
  let calls = keyedCalls.get(db);
  if (!calls) {
    // what a call does beside its transaction needs a connection too: half of them are never taken by keyed calls
    calls = { underWay: new Map(), free: Math.max(1, Math.floor((db.pool.options.max ?? 10) / 2)), waiting: [] };
    keyedCalls.set(db, calls);
  }
  return calls;
}

async function inTurn<T>(calls: KeyedCalls, work: () => Promise<T>): Promise<T> {
  if (calls.free > 0) calls.free--;
  else await new Promise<void>((go) => calls.waiting.push(go));
  try {
    return await work();
  } finally {
    const next = calls.waiting.shift();
    if (next) next();
    else calls.free++;
  }
}
