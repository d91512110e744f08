import { hash } from 'node:crypto';
import { writableFields } from '#kernel/lifecycle/fields-writable-and-row-deletable-in-state.ts';
import { parentOf } from '#kernel/resource/parent-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { canonicalJson } from '#kernel/wire/canonical-json.ts';
import { type Caller, coversArea } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import {
  type CallIdempotencyKey,
  type IdempotentAnswer,
  isIdempotencyKeyConflict,
} from '#server/write/statement/store-answer-under-idempotency-key.ts';
import { write } from '#server/write/write-pipeline.ts';
import { refusalOfParameter } from '../refusal/refusal-naming-parameter-and-its-rule.ts';
import { InterfaceRefusal } from '../refusal/refusal-with-http-status-and-code.ts';
import type { ApplicationRead } from './read-rows-for-application.ts';

/** Values that say where a row came from, which applications do not choose. */
const fixedValues: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'complaint/complaint': { channel: 'api' },
};

/** An add by one application. */
export interface ApplicationAdd extends ApplicationRead {
  readonly writer: Caller;
  /** The move by which the row is filed. */
  readonly files?: string | undefined;
}

/** Refuses a row whose parent is outside the application's area, like one whose parent does not exist. */
async function refuseParentElsewhere({ engine, resource, caller }: ApplicationRead, of: unknown): Promise<void> {
  // what is missing is refused with the other fields
  if (of === undefined || of === null || of === '') return;
  const parent = parentOf(resource, engine.find);
  const scope = scopeOf(parent, caller, engine.find);
  const key = Number(of);
  const found =
    Number.isSafeInteger(key) &&
    (await engine.db.row(
      sql`select t.id from ${sql.id(tableOf(parent))} t where t.id = ${key}${scope ? sql` and ${scope}` : sql.empty}`,
    ));
  if (!found) throw new InterfaceRefusal('area');
}

async function inputOf(add: ApplicationRead, body: Readonly<Record<string, unknown>>) {
  const { resource, caller: reader } = add;
  const names = Object.keys(writableFields(resource, 'add'));
  const input: Record<string, unknown> = Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(body, name) ? [[name, body[name]]] : [])),
  );
  if (resource.scope === 'area') {
    input.area_code ??= reader.areaCode;
    if (typeof input.area_code !== 'string' || !coversArea(reader, input.area_code)) throw new InterfaceRefusal('area');
  } else if (resource.partOf) await refuseParentElsewhere(add, input[resource.partOf]);
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
  if (stored.request !== request) throw refusalOfParameter('Idempotency-Key', 'sentBefore', {}, 'conflict');
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

/** Adds a row, and files it in the same transaction where the scope says so. */
async function addAndFile(
  { engine, resource, writer, files }: ApplicationAdd,
  input: Readonly<Record<string, unknown>>,
  keeps?: IdempotentAnswer,
): Promise<{ id: number }> {
  const order = { operation: 'add', input, unread: true, unseen: true, keeps } as const;
  if (files === undefined) {
    const { id } = await write(engine, resource, writer, order);
    return { id };
  }
  return engine.db.transaction(async (tx) => {
    const { id } = await write(engine, resource, writer, order, tx);
    await write(
      engine,
      resource,
      writer,
      { operation: 'move', move: files, id, input: {}, unread: true, unseen: true },
      tx,
    );
    return { id };
  });
}

/**
 * Adds a row in the application's area, with all checks of the form; the fields are those an officer may fill in. In the sandbox
 * it is checked and not stored, and its key is 0. With an `idempotencyKey` a call may be repeated for a day and adds one row.
 */
export async function addRowForApplication(
  add: ApplicationAdd,
  body: Readonly<Record<string, unknown>>,
  idempotencyKey = '',
): Promise<{ id: number }> {
  const { engine, resource, writer, by } = add;
  if (idempotencyKey.length > maxKeyLength)
    throw refusalOfParameter('Idempotency-Key', 'longest', { most: maxKeyLength });
  const input = await inputOf(add, body);
  if (by.isSandbox) {
    const trial = { operation: 'add', input, unread: true, unseen: true, trial: () => undefined } as const;
    await write(engine, resource, writer, trial);
    return { id: 0 };
  }
  if (idempotencyKey === '') return addAndFile(add, input);
  const key = `application:${by.id}:${resource.name}:${idempotencyKey}`;
  const once = { key, request: hash('sha256', canonicalJson(body), 'base64url') };
  return addOnce(engine, once, (keeps) => addAndFile(add, input, keeps));
}
