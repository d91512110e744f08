import type { AnyResource } from '#kernel/declaration/resource.ts';
import { fillMessage, type Urgency } from '#kernel/message/message-template.ts';
import { type Locale, text } from '#kernel/text/text.ts';
import { system } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';
import { addTask } from '#server/jobs/queue.ts';
import { type Limit, takeTries } from '#server/limit/tries.ts';
import { Undelivered } from '#server/message/undelivered.ts';
import type { Task } from '#server/platform/server-module.ts';
import { Refused } from '#server/refusal.ts';
import type { RowSet } from '#server/write/hook/row-changes.ts';
import { changeInPieces, changeRows } from '#server/write/row-set/row-set.ts';
import type { Carrier, DeliveryResult, Outgoing } from './delivery/carrier.ts';

/** A queue: its table, where the address stands, who carries its messages, and whether it lets people sleep. */
export interface Queue {
  readonly resource: AnyResource;
  readonly table: 'message_sms' | 'message_email';
  readonly address: 'mobile' | 'email';
  readonly carry: Carrier;
  /** Whether its provider tells what arrived: until then it may have to be sent again. */
  awaitsReceipt?(engine: Engine): boolean;
  /** Yuan for so many parts; undefined: it is not known. */
  costOf?(engine: Engine, parts: number): number | undefined;
  /** Unix seconds from which on a message of such urgency may disturb somebody. */
  mayGo?(engine: Engine, urgency: string, at: number): number;
  /** How many messages an address gets that do not hurry; what is beyond goes when there is room again. */
  readonly perAddress?: Limit;
}

/** Minutes until a message is tried again, which is then the second, third and fourth time (domain reference §2.R). */
const pauses = [1, 5, 30];
/** Whoever took a message and has not said what became of it is believed to be gone, and somebody else takes it. */
const lease = sql`interval '2 minutes'`;

/** How long a message that may have to be sent again can be. */
const keeping = sql`interval '7 days'`;

const texts = { enough: text('该号码今日短信已达上限', 'This number has reached its SMS limit for today') };

const underWay = sql`t.status in ('queued', 'sending')`;

/** Brings one message to whom it is for, if it is due and nobody else has it; at least once, whoever is killed when. */
export const deliverMessage =
  (queues: readonly Queue[]): Task =>
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
  attempts: number;
  status: string;
  now: number;
  useless: boolean;
}

async function deliver(engine: Engine, queue: Queue, id: number): Promise<void> {
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
    const fault = error instanceof Undelivered ? error : new Undelivered('other', { cause: error });
    if (!(error instanceof Undelivered)) engine.log.error({ err: error, table, message: id }, 'a message was not sent');
    const pause = fault.final ? undefined : pauses[row.attempts];
    const why = { fault: fault.fault, error: fault.response || null } as const;
    const again = fault.fault !== 'unreadable' && fault.fault !== 'abroad';
    const letter = keepsLetter(engine, row) && again ? {} : { letter: null };
    if (pause === undefined) await end(engine, queue, claimed, { status: 'failed', ...letter, ...why });
    else await putOff(engine, queue, claimed, { at: row.now + pause * 60, set: why });
  }
}

/**
 * Takes a message, and the first time one of those its address gets: both or neither. Nothing: somebody else has it;
 * a number: the seconds until its address gets another.
 */
async function take(
  engine: Engine,
  { resource, perAddress }: Queue,
  row: Row,
  urgency: Urgency,
): Promise<Row | number | undefined> {
  const claimed: Row = { ...row, attempts: row.attempts + 1, status: 'sending' };
  const order = {
    where: sql`t.id = ${row.id} and ${underWay} and t.send_at <= now() and t.attempts = ${row.attempts}`,
    set: { status: 'sending' as const, attempts: claimed.attempts, send_at: sql`now() + ${lease}` },
  };
  const limited = perAddress && row.attempts === 0 && (urgency === 'notice' || urgency === 'news');
  if (!limited) return (await changeRows(engine, resource, system(), order)).length > 0 ? claimed : undefined;
  let wait = 0;
  try {
    return await engine.db.transaction(async (tx) => {
      if ((await changeRows(engine, resource, system(), order, tx)).length === 0) return undefined;
      await takeTries(tx, [{ limit: perAddress, subject: row.to }], (_, seconds) => {
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

/** Nobody sends a code again: whoever needs one asks for another. */
const keepsLetter = (engine: Engine, row: Row): boolean => urgencyOf(engine, row) !== 'code';

const readRow = ({ db }: Engine, { table, address }: Queue, where: Sql): Promise<Row | undefined> =>
  db.row<Row>(sql`select t.id, t.${sql.id(address)} as "to", t.template_code, t.locale, t.letter, t.attempts, t.status,
    floor(extract(epoch from now()))::bigint as now, coalesce(t.void_at <= now(), false) as useless from ${sql.id(table)} t where ${where}`);

/** The message as it is told, with what was filled in. */
function openLetter(engine: Engine, { id, to, template_code, locale, letter }: Row): Outgoing {
  let values: Readonly<Record<string, string>>;
  try {
    values = JSON.parse(engine.seal.open({ cipher: letter, mask: '', hash: '' })) as Readonly<Record<string, string>>;
  } catch (cause) {
    throw new Undelivered('unreadable', { final: true, cause });
  }
  const template = engine.messages.templates.find(({ code }) => code === template_code);
  if (!template) throw new Undelivered('unregistered', { final: true });
  const content = fillMessage(template, engine.messages.textOf(template), values, locale);
  return { id, to, template: template_code, locale, values, text: content };
}

/** Still as it was taken: whoever took longer than the lease has nothing more to say about it. */
const still = ({ id, status, attempts }: Row) =>
  sql`t.id = ${id} and t.status = ${status} and t.attempts = ${attempts}`;

type Set = RowSet<AnyResource>;

async function end(engine: Engine, { resource }: Queue, row: Row, set: Set): Promise<void> {
  await changeRows(engine, resource, system(), { where: still(row), set });
}

async function noteSent(
  engine: Engine,
  queue: Queue,
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
  // it has gone, whoever else believes to have it
  const where = sql`t.id = ${row.id} and t.status not in ('sent', 'delivered')`;
  await changeRows(engine, queue.resource, system(), { where, set });
}

/** Back into the queue until a moment, with the task that takes it from there: both or neither. */
async function putOff(engine: Engine, queue: Queue, row: Row, { at, set }: { at: number; set: Set }): Promise<void> {
  const { resource, table } = queue;
  await engine.db.transaction(async (tx) => {
    const order = { where: still(row), set: { ...set, status: 'queued' as const, send_at: sql`to_timestamp(${at})` } };
    const put = await changeRows(engine, resource, system(), order, tx);
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
 * What the clock looks after: messages nobody carries are kept, those nobody wants any more are given up, those whose
 * process was killed, or whose task was lost, are taken up again, and what nobody sent again can be no longer.
 */
export async function sweepQueue(engine: Engine, { resource, table }: Queue): Promise<void> {
  await changeInPieces(engine, resource, system(), {
    where: sql`t.status = 'queued' and t.letter is null`,
    set: { status: 'kept' },
  });
  await changeInPieces(engine, resource, system(), {
    where: sql`${underWay} and t.void_at <= now() and t.send_at <= now()`,
    set: { status: 'expired', letter: null },
  });
  await changeInPieces(engine, resource, system(), {
    where: sql`t.status in ('sent', 'failed') and t.letter is not null and t.updatetime < now() - ${keeping}`,
    set: { letter: null },
  });
  await engine.db.query(sql`select graphile_worker.add_job('deliver_message', json_build_object('queue', ${table}::text, 'id', late.id),
      job_key => ${table}::text || ':' || late.id, priority => late.priority)
    from (select t.id, t.priority from ${sql.id(table)} t where ${underWay} and t.letter is not null
      and t.send_at < now() - interval '30 seconds' order by t.priority, t.id limit 1000) late`);
}
