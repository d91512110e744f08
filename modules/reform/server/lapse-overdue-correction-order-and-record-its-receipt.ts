import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { document } from '#modules/document/contract/document.ts';
import { sql } from '#server/db/sql.ts';
import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { on } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { correctionNoticeDocument } from '../contract/correction-documents.ts';
import { order } from '../contract/correction-order.ts';
import { correctionOverdue } from '../contract/message-templates.ts';
import { correctionDeadlineSmsSubscriber } from './correction-deadline-sms-subscriber.ts';
import { notifyOfOverdueCorrectionOrder } from './notify-officers-of-correction-order.ts';

export const correctionOrderEventSubscribers: Readonly<Record<string, Subscriber>> = {
  /** When the last day has passed, the order is overdue. */
  lapse_order: on(order, 'overdue', {
    async together(facts, { cascadeMove }) {
      const ids = facts.map(({ row_id }) => row_id);
      const passed = sql`t.id = any(${ids}::bigint[]) and t.status in ('issued', 'read', 'returned') and t.due_on < ${shanghaiToday()}::date`;
      await cascadeMove(order, passed, 'lapse', {
        set: { late: '1', late_round: sql`coalesce(t.late_round, t.rounds + 1)` },
      });
    },
  }),
  remind_by_text_message: correctionDeadlineSmsSubscriber,
  notify_of_lapse: on(order, 'lapsed', {
    async later(_fact, { engine, tx, rows }) {
      for (const row of await rows())
        if (row.status === 'overdue') await notifyOfOverdueCorrectionOrder(engine, tx, row, correctionOverdue);
    },
  }),
  /** Whoever signs for the notice has received the order. */
  record_receipt: on(document, 'moved', {
    async together(facts, { tx, cascadeMove }) {
      const served = await tx.rows<{ id: number; received_by: string | null }>(sql`
        select split_part(d.about, ':', 2)::bigint as id, d.received_by from document d
        where d.id = any(${facts.map(({ row_id }) => row_id)}::bigint[]) and d.status = 'served'
          and d.code = ${correctionNoticeDocument.name} and d.about like ${`${order.name}:%`}`);
      for (const { id, received_by } of served)
        await cascadeMove(order, sql`t.id = ${id} and t.status = 'issued'`, 'read', {
          set: { read_at: sql`now()`, received_by },
        });
    },
  }),
};
