import { check } from '#modules/enforcement/contract/check/enforcement-check.ts';
import { sql } from '#server/db/sql.ts';
import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { on } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { write } from '#server/write/write-pipeline.ts';
import { order } from '../contract/correction-order.ts';
import { provisionToComplete, termDays } from '../contract/correction-order-kinds-sources-and-limits.ts';

interface ReviewedCheck {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly check_no: string | null;
  readonly enterprise_id: number;
  readonly officers: readonly number[];
  readonly problems: readonly {
    readonly item_id: number;
    readonly name: string;
    readonly note: string | null;
    readonly basis: string | null;
    /** What the item asks for, if it says more than its name. */
    readonly standard: string | null;
    readonly severity: string;
  }[];
}

/** The findings of reviewed checks that ended with an order to correct, and have none yet. */
const findingsOfChecks = (ids: readonly number[]) => sql`
  select c.id, c.check_no, c.enterprise_id,
    (select coalesce(json_agg(o.officer_id order by o.weigh), '[]') from enforcement_check_officer o where o.check_id = c.id) as officers,
    (select coalesce(json_agg(json_build_object('item_id', i.id, 'name', i.name, 'note', a.note, 'basis', i.basis,
        'standard', coalesce(i.standard, nullif(i.content, i.name)), 'severity', i.severity) order by a.weigh), '[]')
      from enforcement_check_answer a join library_check_item i on i.id = a.item_id where a.check_id = c.id and a.problem) as problems
  from enforcement_check c
  where c.id = any(${[...ids]}::bigint[]) and c.result_code = 'ordered_to_correct' and c.enterprise_id is not null
    and not exists (select from reform_order r where r.check_id = c.id)`;

const usualRequirement = '立即停止违法行为，改正上述问题，并采取措施防止再次发生。';

/** What a form holds at most: longer texts of a library are cut, and officers complete the draft. */
const cut = (content: string, most: number): string =>
  content.length > most ? `${content.slice(0, most - 1)}…` : content;

/** A check that ends with an order to correct drafts it, with the findings as its problems. */
export const draftCorrectionOrderSubscribers: Readonly<Record<string, Subscriber>> = {
  draft_order: on(check, 'reviewed', {
    async together(facts, { engine, tx, caller }) {
      const found = await tx.rows<ReviewedCheck>(findingsOfChecks(facts.map(({ row_id }) => row_id)));
      for (const { id, check_no, enterprise_id, officers, problems } of found) {
        const input = {
          enterprise_id,
          source: 'check',
          source_no: check_no,
          officers: officers.slice(0, 6),
          kind: 'within_term',
          term_days: termDays.usual,
          problems: problems.map(({ item_id, name, note, basis, standard, severity }) => ({
            item_id,
            problem: cut(note ? `${name}：${note}` : name, 1000),
            law: cut(basis ?? provisionToComplete, 300),
            requirement: cut(standard ?? usualRequirement, 1000),
            severity,
          })),
        };
        await write(engine, order, caller, { operation: 'add', input, set: { check_id: id }, unread: true }, tx);
      }
    },
  }),
};
