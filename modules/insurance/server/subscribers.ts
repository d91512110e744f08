import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { sql } from '#server/db/sql.ts';
import { on, type Subscriber } from '#server/write/subscriber.ts';
import { policy } from '../contract/policy.ts';

export const insuranceSubscribers: Readonly<Record<string, Subscriber>> = {
  /** Nobody is insured for a trade they no longer ply: what is left of their policies counts no longer. */
  end_policies: on(enterprise, ['cancelled', 'revoked'], {
    async together(facts, { changeFollowing }) {
      const holders = sql`t.enterprise_id = any(${facts.map(({ row_id }) => row_id)}::bigint[])`;
      await changeFollowing(policy, sql`${holders} and t.validity in ('upcoming', 'valid', 'expiring')`, {
        validity: 'ended',
      });
    },
  }),
};
