import { type Text, text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { membersAdministeredBy } from '#server/read/scope/members-in-jurisdiction.ts';
import { Refused } from '#server/refusal.ts';

/** Refusal to officers outside the member's area of changing sign-in data or balances. */
export const outsideJurisdiction: Text = text(
  '该会员名下的企业等均不在您的辖区，其登录方式、状态、会员组与余额由所在地或上级办理',
  'The enterprises of this member are outside your jurisdiction. Sign-in, status, group and balances are handled by the authority of their area or above',
);

const othersInGroup: Text = text(
  '该会员组里有名下企业等不在您辖区的会员，只能由上级修改；可另建会员组',
  'This group has members whose enterprises are outside your jurisdiction, and is changed by a higher authority. Add a group of your own instead',
);

/** Whether an officer administers a member's account; the platform and super administrators administer all. */
export async function isAdministeredBy(
  engine: Engine,
  db: Queryable,
  caller: Caller,
  memberId: number,
): Promise<boolean> {
  if (caller.type !== 'admin' || caller.super) return true;
  const row = await db.row(
    sql`select 1 as found from member m where m.id = ${memberId} and ${membersAdministeredBy(engine, caller)}`,
  );
  return row !== undefined;
}

/**
 * Refuses changes of an account by an officer of another area: whoever signs in as the member acts for the member's
 * enterprises.
 */
export async function refuseOutsideJurisdiction(
  { engine, tx, caller }: { engine: Engine; tx: Queryable; caller: Caller },
  memberId: number,
): Promise<void> {
  if (!(await isAdministeredBy(engine, tx, caller, memberId)))
    throw new Refused(outsideJurisdiction, { data: { reason: 'forbidden' } });
}

/**
 * Refuses changes of a group by an officer who does not administer all its members: the group decides their
 * permissions.
 */
export async function refuseGroupBeyondJurisdiction(
  { engine, tx, caller }: { engine: Engine; tx: Queryable; caller: Caller },
  groupId: number,
): Promise<void> {
  if (caller.type !== 'admin' || caller.super) return;
  const other = await tx.row(
    sql`select 1 as found from member m where m.group_id = ${groupId} and not ${membersAdministeredBy(engine, caller)} limit 1`,
  );
  if (other) throw new Refused(othersInGroup, { data: { reason: 'forbidden' } });
}
