import { maskEmail, maskMobile } from '#kernel/check/mask.ts';
import type { AnyResource } from '#kernel/resource.ts';
import type { Caller } from '#server/caller.ts';
import type { Transaction } from '#server/db/connect.ts';
import { encloseDatabase } from '#server/db/enclosed-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine.ts';
import { readRowText } from '#server/read/row.ts';
import { type WriteOrder, write } from '#server/write/pipeline.ts';

/** A message as it would go out. */
export interface Foreseen {
  readonly by: 'sms' | 'email' | 'inbox';
  /** The address, masked; of inboxes nothing, */
  readonly to: string | null;
  /** but how many people read it. */
  readonly people: number;
  readonly words: string;
}

/** Carries what was found out of the transaction that is then undone. */
class Rehearsed extends Error {
  readonly found: { row: string; messages: readonly Foreseen[] };
  constructor(found: Rehearsed['found']) {
    super('rehearsed');
    this.found = found;
  }
}

/**
 * What a move would do: the row as it would then be, as JSON text as this caller reads it, and the messages that would be
 * sent, word for word. It is made, looked at, and undone: whatever a hook or a subscriber of any module does is in it, and
 * nobody is told. Refused as the move itself would be.
 */
export async function foreseeMove(
  engine: Engine,
  resource: AnyResource,
  caller: Caller,
  order: Omit<WriteOrder, 'operation'> & { readonly id: number },
): Promise<{ row: string; messages: readonly Foreseen[] }> {
  try {
    return await engine.db.transaction(async (tx) => {
      const before = await tx.row<Latest>(sql`select ${latest('sms')}, ${latest('email')}, ${latest('notice')}`);
      const within = { ...engine, db: encloseDatabase(engine.db, tx).db };
      await write(within, resource, caller, { ...order, operation: 'move', unread: true, unseen: true }, tx);
      const row = await readRowText(within, resource, caller, order.id);
      throw new Rehearsed({ row, messages: await readQueued(tx, caller, before) });
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.found;
    throw error;
  }
}

/** The keys of the newest messages: what this transaction queues lies behind them, without a look at all the others. */
type Latest = Readonly<Record<'sms' | 'email' | 'notice', number>>;

const latest = (queue: keyof Latest) => sql.raw(`(select coalesce(max(id), 0) from message_${queue}) as ${queue}`);

/** What this transaction has queued: rows of others that are seen by now began at another moment. */
async function readQueued(
  tx: Transaction,
  { locale }: Caller,
  before: Latest | undefined,
): Promise<readonly Foreseen[]> {
  const own = (queue: keyof Latest) => sql`id > ${before?.[queue] ?? 0} and createtime = now()`;
  const rows = await tx.rows<Foreseen>(sql`
    select 'sms' as by, mobile as to, 1 as people, content as words from message_sms where ${own('sms')}
    union all select 'email', email, 1, content from message_email where ${own('email')}
    union all select 'inbox', null, count(*)::int, ${sql.raw(locale === 'en' ? 'content_en' : 'content')}
      from message_notice where ${own('notice')} group by 4`);
  return rows.map((one) => ({
    ...one,
    to: one.to === null ? null : one.by === 'sms' ? maskMobile(one.to) : maskEmail(one.to),
  }));
}
