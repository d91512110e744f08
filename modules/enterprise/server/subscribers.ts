import type { Fact } from '#kernel/event.ts';
import { sql } from '#server/db/sql.ts';
import { type HearContext, on, type Subscriber } from '#server/write/subscriber.ts';
import { claim } from '../contract/claim.ts';
import { enterprise } from '../contract/enterprise.ts';
import { licence } from '../contract/licence.ts';
import { handOver } from './people.ts';

/** Licences end with their enterprise; what an authority decided of one before stays. */
const endLicences =
  (validity: 'cancelled' | 'revoked') =>
  async (facts: readonly Fact[], { changeFollowing }: HearContext): Promise<void> => {
    const holders = sql`t.enterprise_id = any(${facts.map(({ row_id }) => row_id)}::bigint[])`;
    await changeFollowing(licence, sql`${holders} and t.validity not in ('cancelled', 'revoked')`, { validity });
  };

export const enterpriseSubscribers: Readonly<Record<string, Subscriber>> = {
  cancel_licences: on(enterprise, 'cancelled', { together: endLicences('cancelled') }),
  revoke_licences: on(enterprise, 'revoked', { together: endLicences('revoked') }),
  bind_claimed: on(claim, 'approved', {
    async together(_facts, { engine, tx, caller, rows }) {
      for (const { enterprise_id, user_id, applicant, mobile } of await rows())
        if (enterprise_id && user_id)
          await handOver(engine, tx, caller, enterprise_id, {
            ...{ id: user_id, name: applicant ?? '', mobile: mobile ?? '' },
          });
    },
  }),
};
