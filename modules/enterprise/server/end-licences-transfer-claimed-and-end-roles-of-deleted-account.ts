import type { ReceivedEvent } from '#kernel/resource/domain-events-of-resource.ts';
import { memberAccount } from '#modules/member/contract/member-account.ts';
import { sql } from '#server/db/sql.ts';
import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { on, type SubscriberContext } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { write } from '#server/write/write-pipeline.ts';
import { ownershipClaim } from '../contract/claim-to-own-enterprise-record.ts';
import { enterprise } from '../contract/enterprise.ts';
import { licence } from '../contract/licence.ts';
import { personOfEnterprise } from '../contract/person-of-enterprise.ts';
import { handOverToClaimant } from './ownership/lock-and-transfer-enterprise-ownership.ts';

/** Ends the licences of a closed enterprise; licences already cancelled or revoked stay so. */
const endLicences =
  (validity: 'cancelled' | 'revoked') =>
  async (facts: readonly ReceivedEvent[], { cascadeChange }: SubscriberContext): Promise<void> => {
    const holders = sql`t.enterprise_id = any(${facts.map(({ row_id }) => row_id)}::bigint[])`;
    await cascadeChange(licence, sql`${holders} and t.validity not in ('cancelled', 'revoked')`, { validity });
  };

export const licenceClaimAndDeletedAccountSubscribers: Readonly<Record<string, Subscriber>> = {
  cancel_licences: on(enterprise, 'cancelled', { together: endLicences('cancelled') }),
  revoke_licences: on(enterprise, 'revoked', { together: endLicences('revoked') }),
  bind_claimed: on(ownershipClaim, 'approved', {
    async together(_facts, { engine, tx, caller, rows }) {
      for (const { enterprise_id, user_id, applicant, mobile } of await rows())
        if (enterprise_id && user_id)
          await handOverToClaimant(engine, tx, caller, enterprise_id, {
            id: user_id,
            name: applicant ?? '',
            mobile: mobile ?? '',
          });
    },
  }),
  /** Ends all roles of a member who deletes the account; owners must transfer ownership first. */
  leave_with_account: on(memberAccount, 'left', {
    async together(facts, { engine, tx, caller }) {
      const gone = facts.map(({ row_id }) => row_id);
      const people = await tx.rows<{ id: number }>(
        sql`select id from enterprise_person where user_id = any(${gone}::bigint[]) and status = 'active' order by id`,
      );
      for (const { id } of people)
        await write(
          engine,
          personOfEnterprise,
          caller,
          { operation: 'move', move: 'leave', id, input: {}, unseen: true },
          tx,
        );
    },
  }),
};
