import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { admin } from '#modules/identity/contract/admin.ts';
import { officer } from '#modules/library/contract/officer/enforcement-officer.ts';
import { findOfficersWhoSeeRow } from '#server/calls/find-officers-who-see-row.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { queueMessages } from '#server/write/statement/queue-sms-email-and-wechat-messages.ts';
import { on } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { order } from '../contract/correction-order.ts';
import { correctionDue, correctionOverdue } from '../contract/message-templates.ts';
import { mostLeaders } from './notify-officers-of-correction-order.ts';

/** Days to the last day on which text messages are sent: after it at nine in the morning, not at midnight. */
const daysReminded = [3, 1, 0, -1] as const;

interface Reminder {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly no: string;
  readonly name: string;
  /** YYYY-MM-DD */
  readonly until: string;
  readonly area_code: string;
  readonly left: number;
  /** Mobiles of the enterprise and of the officers of the order. */
  readonly mobiles: readonly string[];
}

/** Orders that are still to be corrected, with whom a text message about their last day goes to. */
const findReminded = (tx: Transaction, facts: readonly { readonly row_id: number; readonly left: number }[]) =>
  tx.rows<Reminder>(sql`
    select r.id, r.no, e.name, r.due_on::text as until, r.area_code, f.left,
      array(select m.mobile from (select e.contact_mobile as mobile
        union select o.mobile from ${sql.id(tableOf(officer))} o where o.id = any(r.officers)) m where m.mobile is not null) as mobiles
    from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as f (row_id bigint, "left" int)
      join reform_order r on r.id = f.row_id join ${sql.id(tableOf(enterprise))} e on e.id = r.enterprise_id
    where r.status in ('issued', 'read', 'returned', 'overdue')
      and r.due_on - (now() at time zone 'Asia/Shanghai')::date = f.left`);

/** Mobiles of the squad leaders who may review an overdue order in place of its officers. */
async function mobilesOfLeaders(engine: Engine, tx: Transaction, row: number): Promise<string[]> {
  const leaders = await findOfficersWhoSeeRow(engine, tx, order, {
    row,
    nodes: [`${order.name}/lead`],
    supers: false,
    limit: mostLeaders,
  });
  const ids = leaders.map(({ id }) => id);
  const found = await tx.rows<{ mobile: string }>(
    sql`select mobile from ${sql.id(tableOf(admin))} where id = any(${ids}::bigint[]) and mobile is not null`,
  );
  return found.map(({ mobile }) => mobile);
}

/**
 * Text messages three days and one day before the last day of an order, on it and after it (domain reference Appendix E): to
 * the enterprise and the officers, and once it is overdue to squad leaders too. Each is sent once to a number.
 */
export const correctionDeadlineSmsSubscriber: Subscriber = on(order, ['due_soon', 'overdue'], {
  async laterInBatches(facts, { engine, tx }) {
    const due = facts.flatMap(({ row_id, payload }) => {
      const left = Number(payload.left);
      return payload.clock === 'correction' && daysReminded.some((one) => one === left) ? [{ row_id, left }] : [];
    });
    if (due.length === 0) return;
    for (const { id, no, name, until, area_code, left, mobiles } of await findReminded(tx, due)) {
      const to = left < 0 ? [...new Set([...mobiles, ...(await mobilesOfLeaders(engine, tx, id))])] : mobiles;
      const about = { areaCode: area_code, resource: order.name, rowId: id, rowTitle: no };
      await queueMessages(
        engine,
        tx,
        left < 0 ? correctionOverdue : correctionDue,
        to.map((mobile) => ({
          values: { no, name, until },
          to: { mobile, ...about, once: `reform ${id} ${until} ${left} ${mobile}` },
        })),
      );
    }
  },
});
