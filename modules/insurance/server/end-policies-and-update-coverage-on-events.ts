import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { sql } from '#server/db/sql.ts';
import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { on } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { insurancePolicy } from '../contract/insurance-policy.ts';
import { updateAgencyCoverage } from './update-agency-coverage.ts';

export const insuranceEventSubscribers: Readonly<Record<string, Subscriber>> = {
  /** Ends the policies of a closed enterprise. */
  end_policies: on(enterprise, ['cancelled', 'revoked'], {
    async together(facts, { cascadeChange }) {
      const holders = sql`t.enterprise_id = any(${facts.map(({ row_id }) => row_id)}::bigint[])`;
      await cascadeChange(insurancePolicy, sql`${holders} and t.validity in ('upcoming', 'valid', 'expiring')`, {
        validity: 'ended',
      });
    },
  }),
  /** Updates cover when policies change; the nightly run does the rest. */
  keep_coverage: on(insurancePolicy, ['added', 'edited', 'verified', 'changed', 'cancelled', 'deleted'], {
    async together(facts, { engine, tx }) {
      const of = await tx.rows<{ enterprise_id: number }>(
        sql`select distinct p.enterprise_id from insurance_policy p, enterprise e where p.id = any(${facts.map(({ row_id }) => row_id)}::bigint[])
          and p.kind = 'liability' and p.verification = 'verified' and e.id = p.enterprise_id and e.ent_type = 'agency'`,
      );
      if (of.length > 0) await updateAgencyCoverage(engine, tx, { of: of.map(({ enterprise_id }) => enterprise_id) });
    },
  }),
  end_coverage: on(enterprise, ['cancelled', 'revoked'], {
    async together(facts, { engine, tx }) {
      await updateAgencyCoverage(engine, tx, { of: facts.map(({ row_id }) => row_id) });
    },
  }),
};
