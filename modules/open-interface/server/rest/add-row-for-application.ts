import { hash } from 'node:crypto';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { writableFields } from '#kernel/lifecycle/writable-fields.ts';
import { canonicalJson } from '#kernel/wire/canonical-json.ts';
import { type Caller, coversArea } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/services-needed-to-read-and-write.ts';
import {
  type CallIdempotencyKey,
  type IdempotentAnswer,
  isIdempotencyKeyConflict,
} from '#server/write/statement/store-answer-under-idempotency-key.ts';
import { write } from '#server/write/write-pipeline.ts';
import { InterfaceRefusal } from '../refusal/refusal-with-http-status-and-code.ts';
import type { ApplicationRead } from './read-rows-for-application.ts';

/** Values that say where a row came from, which applications do not choose. */
const fixedValues: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'complaint/complaint': { channel: 'api' },
};

function inputOf(resource: AnyResource, reader: Caller, body: Readonly<Record<string, unknown>>) {
  const names = Object.keys(writableFields(resource, 'add'));
  const input: Record<string, unknown> = Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(body, name) ? [[name, body[name]]] : [])),
  );
  if (resource.scope === 'area') {
    input.area_code ??= reader.areaCode;
    if (typeof input.area_code !== 'string' || !coversArea(reader, input.area_code)) throw new InterfaceRefusal('area');
  }
  return { ...input, ...fixedValues[resource.name] };
}

const maxKeyLength = 100;

/** The answer to an earlier call with the same `Idempotency-Key`. */
async function readEarlierAnswer(
  { db }: Engine,
  { key, request }: CallIdempotencyKey,
): Promise<{ id: number } | undefined> {
  const stored = await db.row<{ request: string | null; id: number }>(
    sql`select request, (answer -> 'data' ->> 'id')::float8 as id from idempotency where key = ${key}`,
  );
  if (!stored) return undefined;
  if (stored.request !== request) throw new InterfaceRefusal('conflict', { detail: 'Idempotency-Key' });
  return { id: stored.id };
}

/** Writes once for each key of an application: a repeat gets the first answer. */
async function addOnce(
  engine: Engine,
  once: CallIdempotencyKey,
  add: (keeps: IdempotentAnswer) => Promise<{ id: number }>,
) {
  const earlier = await readEarlierAnswer(engine, once);
  if (earlier) return earlier;
  try {
    return await add({ ...once, message: '', data: ({ row }) => sql`json_build_object('id', ${row}.id)` });
  } catch (error) {
    // the first call was still under way
    const answer = isIdempotencyKeyConflict(error) ? await readEarlierAnswer(engine, once) : undefined;
    if (!answer) throw error;
    return answer;
  }
}

/**
 * Adds a row in the application's area, with all checks of the form; the fields are those an officer may fill in. In the sandbox
 * it is checked and not stored, and its key is 0. With an `idempotencyKey` a call may be repeated for a day and adds one row.
 */
export async function addRowForApplication(
  { engine, resource, caller, by }: ApplicationRead,
  writer: Caller,
  body: Readonly<Record<string, unknown>>,
  idempotencyKey = '',
): Promise<{ id: number }> {
  if (idempotencyKey.length > maxKeyLength)
    throw new InterfaceRefusal('parameter', { detail: `Idempotency-Key ≤ ${maxKeyLength}` });
  const input = inputOf(resource, caller, body);
  const order = { operation: 'add', input, unread: true, unseen: true } as const;
  if (by.isSandbox) {
    await write(engine, resource, writer, { ...order, trial: () => undefined });
    return { id: 0 };
  }
  const add = async (keeps?: IdempotentAnswer) => {
    const { id } = await write(engine, resource, writer, { ...order, keeps });
    return { id };
  };
  if (idempotencyKey === '') return add();
  const key = `application:${by.id}:${resource.name}:${idempotencyKey}`;
  return addOnce(engine, { key, request: hash('sha256', canonicalJson(body), 'base64url') }, add);
}
