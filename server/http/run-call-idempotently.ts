import { hash as digest } from 'node:crypto';
import { text } from '#kernel/text/text.ts';
import { canonicalJson } from '#kernel/wire/canonical-json.ts';
import { databaseWithinTransaction } from '#server/db/database-within-transaction.ts';
import type { Database, Queryable, Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { badParameter, Refused } from '#server/refusal.ts';
import {
  type CallIdempotencyKey,
  isIdempotencyKeyConflict,
  storeIdempotentAnswer,
} from '#server/write/statement/store-answer-under-idempotency-key.ts';
import { Answer, JsonText } from './connection/encode-response-envelope.ts';
import { type Action, type Call, responseSent } from './controller.ts';
import { parametersWithoutTokenAndLanguage } from './parameters-without-token-and-language.ts';

const maxKeyLength = 100;

/** Calls with a key that this process is working on, for one database. */
interface KeyedCalls {
  /** Running calls by key, with their future answers. */
  underWay: Map<string, { request: string; answer: Promise<unknown> }>;
  /** Transactions that may still start, and callers waiting for one. */
  free: number;
  waiting: (() => void)[];
}
const keyedCalls = new WeakMap<Database, KeyedCalls>();
/** Maximum number of waiting calls; further ones are asked to retry. */
const maxWaiting = 40;

/**
 * Handles `Idempotency-Key`: a repeated write gets the first response, even while the first call is still running, in
 * any process (domain reference §0.1). Clients send a key so that they can repeat after a time-out; keys live a day.
 * Key, write and response are one transaction, so a repeat never writes twice. Only successful responses are stored:
 * refused calls may be tried again.
 * Writes of one row and uploads store their key themselves, in the statement or transaction that stores the response
 * (`keepsKey`). All others run in a transaction with their key and response.
 */
export function runIdempotently(
  call: Call,
  name: string,
  { keepsKey = false }: Pick<Action, 'keepsKey'>,
  work: (call: Call) => Promise<unknown>,
): Promise<unknown> {
  const given = keyOf(call);
  if (given === undefined) return work(call);
  const { type, id, ip } = call.caller;
  const key = `${type}:${type === 'guest' ? ip : id}:${name}:${given}`;
  // the content of a file is known only once it has arrived: see keyOfFile
  if (call.request.isMultipart()) return keepsKey ? answerKeeping(call, { key, request: '' }, work) : work(call);
  const request = hashRequest(call);
  const calls = callsOf(call.engine.db);
  const running = calls.underWay.get(key);
  // a repeat in the same process waits without a connection
  if (running) return running.request === request ? running.answer : Promise.reject(otherContent());
  const answer = keepsKey
    ? answerKeeping(call, { key, request }, work)
    : runWhenConnectionIsFree(calls, () => answerAndStore(call, key, request, work));
  calls.underWay.set(key, { request, answer });
  const forget = () => calls.underWay.delete(key);
  answer.then(forget, forget);
  return answer;
}

function keyOf({ method, request }: Call): string | undefined {
  const given = request.headers['idempotency-key'];
  return method === 'GET' || typeof given !== 'string' || given === '' || given.length > maxKeyLength
    ? undefined
    : given;
}

/** Whether call and key are one transaction, so that the call may be repeated: all calls except uploads. */
export const hasIdempotencyKey = (call: Call): boolean => keyOf(call) !== undefined && !call.request.isMultipart();

/**
 * Runs work that stores its key itself. A repeated call fails at the key, or is refused because the first call is done.
 * In both cases it gets the stored response.
 */
async function answerKeeping(
  call: Call,
  once: CallIdempotencyKey,
  work: (call: Call) => Promise<unknown>,
): Promise<unknown> {
  // the call itself, because a copy of its dozen members would take microseconds
  const keyed = Object.assign(call, { once });
  for (let tries = 1; ; tries++) {
    try {
      return await work(keyed);
    } catch (error) {
      const conflict = isIdempotencyKeyConflict(error);
      if (!conflict && !(error instanceof Refused && once.request !== '')) throw error;
      const storedAnswer = await readStored(call.engine.db, once.key, once.request);
      if (storedAnswer) return storedAnswer;
      // the key existed but had expired when it was read: retry, unless a file would have to be read again
      if (!conflict || tries === 3 || call.request.isMultipart()) throw error;
    }
  }
}

/**
 * The key of an upload, once its content is known: hashes of the files and the other form fields. The same key with
 * other content is refused.
 */
export function idempotencyKeyOfUpload(
  { once, method, params }: Call,
  content: Readonly<Record<string, unknown>>,
): CallIdempotencyKey | undefined {
  if (once) once.request = hash([method, parametersWithoutTokenAndLanguage(params), content]);
  return once;
}

/** Stores the response of a call under its key, in the transaction of the call. Does nothing without a key. */
export async function storeAnswer(tx: Queryable, once: CallIdempotencyKey | undefined, result: unknown): Promise<void> {
  if (once) await storeIdempotentAnswer(tx, once, written(result));
}

/** The stored responses for the keys of a call. */
export async function readStoredAnswers(
  db: Queryable,
  keys: readonly CallIdempotencyKey[],
): Promise<ReadonlySet<string>> {
  const stored = await db.rows<{ key: string; request: string | null }>(
    sql`select key, request from idempotency where key = any(${keys.map((one) => one.key)}::text[])`,
  );
  if (stored.some((one) => one.request !== keys[0]?.request)) throw otherContent();
  return new Set(stored.map((one) => one.key));
}

async function answerAndStore(
  call: Call,
  key: string,
  request: string,
  work: (call: Call) => Promise<unknown>,
): Promise<unknown> {
  const { engine } = call;
  const outcome = await engine.db.transaction<{ result: unknown } | { refused: Refused }>(async (tx) => {
    const storedAnswer = await claim(tx, key, request);
    if (storedAnswer) return { result: storedAnswer };
    const enclosed = databaseWithinTransaction(engine.db, tx);
    tx.afterCommit(enclosed.release);
    const wakeRelay = () => tx.afterCommit(() => engine.wakeRelay());
    try {
      const result = await work({ ...call, engine: { ...engine, db: enclosed.db, wakeRelay } });
      if (result === responseSent)
        await giveUp(tx, key); // a stream or a file cannot be stored
      else await complete(tx, key, result);
      return { result };
    } catch (error) {
      if (!(error instanceof Refused)) {
        enclosed.release();
        throw error;
      }
      // what the call wrote in transactions of its own outlives the refusal, such as a counted wrong code
      await giveUp(tx, key);
      return { refused: error };
    }
  });
  if ('refused' in outcome) throw outcome.refused;
  return outcome.result;
}

/**
 * Claims the key for this transaction, or returns the stored answer. The insert waits for a transaction that has
 * claimed the same key, and continues if that is rolled back.
 */
async function claim(tx: Transaction, key: string, request: string): Promise<Answer | undefined> {
  const claimed = await tx.row(
    sql`insert into idempotency (key, request) values (${key}, ${request}) on conflict do nothing returning 1 as one`,
  );
  if (claimed) return undefined;
  const storedAnswer = await readStored(tx, key, request);
  if (!storedAnswer) throw new Error('an idempotency key expired while it was asked for');
  return storedAnswer;
}

async function readStored(db: Queryable, key: string, request: string): Promise<Answer | undefined> {
  const stored = await db.row<{ request: string | null; data: string; message: string }>(
    sql`select request, (answer -> 'data')::text as data, answer ->> 'message' as message from idempotency where key = ${key}`,
  );
  if (!stored) return undefined;
  // keys stored before requests were hashed have none
  if (stored.request !== null && stored.request !== request) throw otherContent();
  return new Answer(new JsonText(stored.data), stored.message);
}

async function complete(tx: Transaction, key: string, result: unknown): Promise<void> {
  const { data, message } = written(result);
  await tx.query(
    sql`update idempotency set answer = json_build_object('data', ${data}::json, 'message', ${message}::text) where key = ${key}`,
  );
}

function written(result: unknown): { data: string; message: string } {
  const { data, message } = result instanceof Answer ? result : new Answer(result);
  return { data: data instanceof JsonText ? data.text : JSON.stringify(data ?? null), message };
}

/** Releases the key. A failed transaction accepts no further statement; its rollback releases the key. */
async function giveUp(tx: Transaction, key: string): Promise<void> {
  await tx.query(sql`delete from idempotency where key = ${key}`).catch(() => {});
}

const otherContent = () =>
  badParameter(
    '该幂等键已用于内容不同的提交，请换一个',
    'This idempotency key was used for different content. Use a new one',
  );

const busy = text('系统繁忙，请稍后再试', 'The system is busy. Try again later');

/** Hash of the content of a call, independent of the order of its parameters. */
const hashRequest = ({ method, params }: Call): string => hash([method, parametersWithoutTokenAndLanguage(params)]);

const hash = (content: unknown): string => digest('sha256', canonicalJson(content), 'base64url');

function callsOf(db: Database): KeyedCalls {
  let calls = keyedCalls.get(db);
  if (!calls) {
    // half of the connections stay free of transactions that last as long as a call
    calls = { underWay: new Map(), free: Math.max(1, Math.floor((db.pool.options.max ?? 10) / 2)), waiting: [] };
    keyedCalls.set(db, calls);
  }
  return calls;
}

async function runWhenConnectionIsFree<T>(calls: KeyedCalls, work: () => Promise<T>): Promise<T> {
  if (calls.free > 0) calls.free--;
  else if (calls.waiting.length >= maxWaiting) throw new Refused(busy, { data: { reason: 'unavailable' } });
  else await new Promise<void>((go) => calls.waiting.push(go));
  try {
    return await work();
  } finally {
    const next = calls.waiting.shift();
    if (next) next();
    else calls.free++;
  }
}
