import { text } from '#kernel/text/text.ts';
import { type Caller, onBehalfOf } from '#server/caller.ts';
import type { Queryable, Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { write } from '#server/write/write-pipeline.ts';
import { personOfEnterprise } from '../../contract/person-of-enterprise.ts';

/** SQL: whether the enterprise of alias `e` has an owner. */
export const hasOwnerSql: Sql = sql.raw(
  `exists (select from enterprise_person p where p.enterprise_id = e.id and p.status = 'active' and p.role = 'owner')`,
);

/** Whether a member acts for an enterprise in any role. */
export async function isPersonOfEnterprise(db: Queryable, enterpriseId: number, memberId: number): Promise<boolean> {
  return (
    (await db.row(sql`select 1 as one from enterprise_person
      where enterprise_id = ${enterpriseId} and user_id = ${memberId} and status = 'active'`)) !== undefined
  );
}

/**
 * Locks the ownership of an enterprise until the transaction ends, and returns whether it has an owner. Concurrent
 * registrations and claims are decided one after the other.
 */
export async function lockOwnership(tx: Transaction, enterpriseId: number): Promise<boolean> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`owner of ${enterpriseId}`}))`);
  const row = await tx.row<{ owned: boolean }>(
    sql`select ${hasOwnerSql} as owned from enterprise e where e.id = ${enterpriseId}`,
  );
  return row?.owned ?? false;
}

export interface NewEnterpriseOwner {
  readonly id: number;
  readonly name: string;
  readonly mobile: string;
}

/** Makes the applicant the owner of an enterprise; the timeline names the applicant. */
export async function addEnterpriseOwner(
  engine: Engine,
  tx: Transaction,
  caller: Caller,
  enterpriseId: number,
  owner: NewEnterpriseOwner,
): Promise<void> {
  const input = { enterprise_id: enterpriseId, name: owner.name, mobile: owner.mobile, role: 'owner' };
  const set = { user_id: owner.id, status: 'active', joined_at: Math.floor(Date.now() / 1000) };
  await write(engine, personOfEnterprise, onBehalfOf(caller), { operation: 'add', input, set, unread: true }, tx);
}

const reason = text('企业经认领核实，归申请人管理', 'Claim verified: the enterprise is now managed by the applicant');

/** Makes the claimant of an enterprise its owner, and removes all members who acted for it before. */
export async function handOverToClaimant(
  engine: Engine,
  tx: Transaction,
  caller: Caller,
  enterpriseId: number,
  owner: NewEnterpriseOwner,
): Promise<void> {
  await lockOwnership(tx, enterpriseId);
  // a concurrent invitation is either found below or refused, since the inviter is no owner any more
  await tx.query(
    sql`select from enterprise_person where enterprise_id = ${enterpriseId} and status = 'active' order by id for update`,
  );
  const people = await tx.rows<{ id: number; user_id: number | null; role: string; status: string }>(sql`
    select id, user_id, role, status from enterprise_person
    where enterprise_id = ${enterpriseId} and status in ('invited', 'active') order by id for update`);
  const theirs = people.find(({ user_id, status }) => user_id === owner.id && status === 'active');
  const move = (name: string, id: number) =>
    write(
      engine,
      personOfEnterprise,
      onBehalfOf(caller),
      {
        operation: 'move',
        move: name,
        id,
        input: { reason: reason['zh-cn'] },
        english: { reason: reason.en },
        unseen: true,
      },
      tx,
    );
  if (!theirs) await addEnterpriseOwner(engine, tx, caller, enterpriseId, owner);
  else if (theirs.role !== 'owner') await move('appoint', theirs.id);
  for (const { id } of people) if (id !== theirs?.id) await move('dismiss', id);
}
