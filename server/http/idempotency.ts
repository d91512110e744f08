import { answered, type Call } from './controller.ts';
import { Answer } from './envelope.ts';

const longestKey = 100;

/** Answers of this process that are still being worked out, by key. */
const underWay = new Map<string, Promise<unknown>>();

/**
 * A write repeated with the same `Idempotency-Key` gets the first answer again, also while the first is still under
 * way (domain reference §0.1). Clients send one when a time-out leaves them unsure; keys live a day. Only answers that
 * say yes are kept: what was refused may be tried again.
 */
export function answerOnce(call: Call, name: string, work: () => Promise<unknown>): Promise<unknown> {
  const given = call.request.headers['idempotency-key'];
  if (call.method === 'GET' || typeof given !== 'string' || given === '' || given.length > longestKey) return work();
  const { type, id, ip } = call.caller;
  const key = `${type}:${type === 'guest' ? ip : id}:${name}:${given}`;
  const running = underWay.get(key);
  if (running) return running;
  const promise = answerAndKeep(call, key, work);
  underWay.set(key, promise);
  const forget = () => underWay.delete(key);
  promise.then(forget, forget);
  return promise;
}

async function answerAndKeep({ engine }: Call, key: string, work: () => Promise<unknown>): Promise<unknown> {
  const known = await engine.db.row<{ answer: { data: unknown; message: string } }>(
    'select answer from idempotency where key = $1',
    [key],
  );
  if (known) return new Answer(known.answer.data, known.answer.message);
  const result = await work();
  if (result === answered) return result; // a stream or a file: not ours to keep
  const answer = result instanceof Answer ? result : new Answer(result);
  await engine.db.query('insert into idempotency (key, answer) values ($1, $2) on conflict do nothing', [
    key,
    JSON.stringify({ data: answer.data ?? null, message: answer.message }),
  ]);
  return answer;
}
