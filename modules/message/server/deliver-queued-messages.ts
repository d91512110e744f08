import type { AnyResource } from '#kernel/declaration/resource.ts';
import { fillMessage, type Urgency } from '#kernel/message/declare-and-fill-message-template.ts';
import { type Locale, text } from '#kernel/text/text.ts';
import { systemCaller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { addTask } from '#server/jobs/add-task-to-queue.ts';
import { type AttemptLimit, countAttempts } from '#server/limit/attempt-limit.ts';
import { DeliveryError } from '#server/message/message-delivery-error.ts';
import type { DeliveryResult, MessageCarrier, OutgoingMessage } from '#server/platform/message-carrier.ts';
import type { Task } from '#server/platform/server-module-declaration.ts';
import { Refused } from '#server/refusal.ts';
import type { NewRowValues } from '#server/write/hook/change-rows-request-type.ts';
import { changeRows, changeRowsInBatches } from '#server/write/row-set/change-many-rows-in-one-statement.ts';

/** A message queue: its table, the column of the address, its carrier, and its delivery rules. */
export interface MessageQueue {
  readonly resource: AnyResource;
  readonly table: 'message_sms' | 'message_email' | 'message_wechat';
  readonly address: 'mobile' | 'email' | 'recipient';
  readonly carry: MessageCarrier;
  /**
   * Whether the provider reports what arrived. If so, the content is stored until then, in case it must be sent again.
   */
  awaitsReceipt?(engine: Engine): boolean;
  /** Cost in yuan of a number of message parts; undefined if unknown. */
  costOf?(engine: Engine, parts: number): number | undefined;
  /** Earliest time (Unix seconds) at which a message of this urgency may be delivered. */
  mayGo?(engine: Engine, urgency: string, at: number): number;
  /** Rate limit per address for messages that are not urgent; further messages wait. */
  readonly perAddress?: AttemptLimit;
}

/** Minutes before the second, third and fourth attempt (domain reference §2.R). */
const pauses = [1, 5, 30];
/**
 * A worker that has claimed a message without reporting a result for so long is presumed dead; another one may claim
 * it.
 */
const lease = sql`interval '2 minutes'`;

/** Maximum age of a message that may still be sent again. */
const keeping = sql`interval '7 days'`;

const texts = { enough: text('该号码今日短信已达上限', 'This number has reached its SMS limit for today') };

const underWay = sql`t.status in ('queued', 'sending')`;

/** Delivers one message if it is due and nobody else has claimed it. At-least-once, even if a process is killed. */
export const deliverQueuedMessage =
  (queues: readonly MessageQueue[]): Task =>
  async (engine, { queue: table, id }) => {
    const queue = queues.find((one) => one.table === table);
    if (!queue || typeof id !== 'number') throw new Error(`no queue ${String(table)}`);
    await deliver(engine, queue, id);
  };

interface Row {
  [column: string]: unknown;
  id: number;
  to: string;
  template_code: string;
  locale: Locale;
  letter: string;
  attachment: string | null;
  attempts: number;
  status: string;
  now: number;
  useless: boolean;
}

async function deliver(engine: Engine, queue: MessageQueue, id: number): Promise<void> {
  const { table } = queue;
  const row = await readRow(
    engine,
    queue,
    sql`t.id = ${id} and ${underWay} and t.send_at <= now() and t.letter is not null`,
  );
  if (!row) return;
  if (row.useless) return await end(engine, queue, row, { status: 'expired', letter: null });
  const urgency = urgencyOf(engine, row);
  const from = queue.mayGo?.(engine, urgency, row.now) ?? row.now;
  if (from > row.now) return await putOff(engine, queue, row, { at: from, set: {} });
  const claimed = await take(engine, queue, row, urgency);
  if (!claimed) return;
  if (typeof claimed === 'number') return await putOff(engine, queue, row, { at: row.now + claimed, set: {} });
  try {
    const carried = queue.carry(engine, openLetter(engine, claimed));
    if (!carried) return await end(engine, queue, claimed, { status: 'kept', letter: null });
    await noteSent(engine, queue, claimed, await carried);
  } catch (error) {
    const fault = error instanceof DeliveryError ? error : new DeliveryError('other', { cause: error });
    if (!(error instanceof DeliveryError))
      engine.log.error({ err: error, table, message: id }, 'a message was not sent');
    const pause = fault.final ? undefined : (pauses[row.attempts] ?? (fault.waits ? pauses.at(-1) : undefined));
    const why = { fault: fault.fault, error: fault.response || null } as const;
    const again = fault.fault !== 'unreadable' && fault.fault !== 'abroad';
    const letter = keepsLetter(engine, row) && again ? {} : { letter: null };
    if (pause === undefined) await end(engine, queue, claimed, { status: 'failed', ...letter, ...why });
    else await putOff(engine, queue, claimed, { at: row.now + pause * 60, set: why });
  }
}

/**
 * Claims a message and, on its first attempt, one unit of its address's rate limit, atomically. Undefined: another
 * worker has it; a number: the seconds until the address may receive another message.
 */
async function take(
  engine: Engine,
  { resource, perAddress }: MessageQueue,
  row: Row,
  urgency: Urgency,
): Promise<Row | number | undefined> {
  const claimed: Row = { ...row, attempts: row.attempts + 1, status: 'sending' };
  const order = {
    where: sql`t.id = ${row.id} and ${underWay} and t.send_at <= now() and t.attempts = ${row.attempts}`,
    set: { status: 'sending' as const, attempts: claimed.attempts, send_at: sql`now() + ${lease}` },
  };
  const limited = perAddress && row.attempts === 0 && (urgency === 'notice' || urgency === 'news');
  if (!limited) return (await changeRows(engine, resource, systemCaller(), order)).length > 0 ? claimed : undefined;
  let wait = 0;
  try {
    return await engine.db.transaction(async (tx) => {
      if ((await changeRows(engine, resource, systemCaller(), order, tx)).length === 0) return undefined;
      await countAttempts(tx, [{ limit: perAddress, subject: row.to }], (_, seconds) => {
        wait = seconds;
        return new Refused(texts.enough);
      });
      return claimed;
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return wait;
  }
}

const urgencyOf = ({ messages }: Engine, { template_code }: Pick<Row, 'template_code'>) =>
  messages.templates.find(({ code }) => code === template_code)?.urgency ?? 'notice';

/** One-time codes are never sent again: the person requests a new one. */
const keepsLetter = (engine: Engine, row: Row): boolean => urgencyOf(engine, row) !== 'code';

const readRow = ({ db }: Engine, { table, address }: MessageQueue, where: Sql): Promise<Row | undefined> =>
  db.row<Row>(sql`select t.id, t.${sql.id(address)} as "to", t.template_code, t.locale, t.letter, ${table === 'message_email' ? sql`t.attachment` : sql`null`} as attachment, t.attempts, t.status,
    floor(extract(epoch from now()))::bigint as now, coalesce(t.void_at <= now(), false) as useless from ${sql.id(table)} t where ${where}`);

/** The content of a message with its values. */
function openLetter(engine: Engine, { id, to, template_code, locale, letter, attachment }: Row): OutgoingMessage {
  let values: Readonly<Record<string, string>>;
  try {
    values = JSON.parse(engine.seal.open({ cipher: letter, mask: '', hash: '' })) as Readonly<Record<string, string>>;
  } catch (cause) {
    throw new DeliveryError('unreadable', { final: true, cause });
  }
  const template = engine.messages.templates.find(({ code }) => code === template_code);
  if (!template) throw new DeliveryError('unregistered', { final: true });
  const content = fillMessage(template, engine.messages.textOf(template), values, locale);
  return { id, to, template: template_code, locale, values, text: content, attachment };
}

/**
 * Condition: the message is still in the state in which it was claimed. A worker that exceeded its lease may not record
 * a result.
 */
const still = ({ id, status, attempts }: Row) =>
  sql`t.id = ${id} and t.status = ${status} and t.attempts = ${attempts}`;

type Set = NewRowValues<AnyResource>;

async function end(engine: Engine, { resource }: MessageQueue, row: Row, set: Set): Promise<void> {
  await changeRows(engine, resource, systemCaller(), { where: still(row), set });
}

async function noteSent(
  engine: Engine,
  queue: MessageQueue,
  row: Row,
  { provider, id, parts, response }: DeliveryResult,
): Promise<void> {
  const waits = queue.awaitsReceipt?.(engine) && keepsLetter(engine, row);
  const cost = parts === undefined ? undefined : queue.costOf?.(engine, parts);
  const set = {
    status: 'sent',
    provider,
    provider_id: id,
    sent_at: sql`now()`,
    fault: null,
    error: response || null,
    ...(waits ? {} : { letter: null }),
    ...(parts === undefined ? {} : { parts }),
    ...(cost === undefined ? {} : { cost }),
  };
  // it was sent, even if another worker has claimed it since
  const where = sql`t.id = ${row.id} and t.status not in ('sent', 'delivered')`;
  await changeRows(engine, queue.resource, systemCaller(), { where, set });
}

/** Returns a message to the queue until a time, and queues the task that continues then, atomically. */
async function putOff(
  engine: Engine,
  queue: MessageQueue,
  row: Row,
  { at, set }: { at: number; set: Set },
): Promise<void> {
  const { resource, table } = queue;
  await engine.db.transaction(async (tx) => {
    const order = { where: still(row), set: { ...set, status: 'queued' as const, send_at: sql`to_timestamp(${at})` } };
    const put = await changeRows(engine, resource, systemCaller(), order, tx);
    if (put.length === 0) return;
    await addTask(
      tx,
      'deliver_message',
      { queue: table, id: row.id },
      { key: `${table}:${row.id}`, runAt: new Date(at * 1000) },
    );
  });
}

/**
 * Maintenance of a queue: holds messages while there is no carrier, expires messages nobody needs any more, resumes
 * messages whose process or task was lost, and deletes stored content that can no longer be sent again.
 */
export async function maintainMessageQueue(engine: Engine, { resource, table }: MessageQueue): Promise<void> {
  await changeRowsInBatches(engine, resource, systemCaller(), {
    where: sql`t.status = 'queued' and t.letter is null`,
    set: { status: 'kept' },
  });
  await changeRowsInBatches(engine, resource, systemCaller(), {
    where: sql`${underWay} and t.void_at <= now() and t.send_at <= now()`,
    set: { status: 'expired', letter: null },
  });
  await changeRowsInBatches(engine, resource, systemCaller(), {
    where: sql`t.status in ('sent', 'failed') and t.letter is not null and t.updatetime < now() - ${keeping}`,
    set: { letter: null },
  });
  await engine.db.query(sql`select graphile_worker.add_job('deliver_message', json_build_object('queue', ${table}::text, 'id', late.id),
      job_key => ${table}::text || ':' || late.id, priority => late.priority)
    from (select t.id, t.priority from ${sql.id(table)} t where ${underWay} and t.letter is not null
      and t.send_at < now() - interval '30 seconds' order by t.priority, t.id limit 1000) late`);
}
