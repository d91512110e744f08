import { type Text, text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';
import { membersAdministeredBy } from '#server/read/members-in-jurisdiction.ts';
import { Refused } from '#server/refusal.ts';

/** Why an officer may not change what a member signs in with, nor their balances. */
export const elsewhere: Text = text(
  '该会员名下的企业等均不在您的辖区，其登录方式、状态、会员组与余额由所在地或上级办理',
  'The enterprises of this member are outside your jurisdiction. Sign-in, status, group and balances are handled by the authority of their area or above',
);

/** Whether an officer administers the account of a member; the platform and super administrators administer all of them. */
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

/** Refuses a change of an account by an officer of another place: whoever signs in as a member acts for what they hold. */
export async function refuseElsewhere(
  { engine, tx, caller }: { engine: Engine; tx: Queryable; caller: Caller },
  memberId: number,
): Promise<void> {
  if (!(await isAdministeredBy(engine, tx, caller, memberId)))
    throw new Refused(elsewhere, { data: { reason: 'forbidden' } });
}
