import { type Sql, sql } from '#server/db/sql.ts';

export type AccountType = 'admin' | 'member';

/** An account of an officer or of a member. */
export interface AccountReference {
  readonly type: AccountType;
  readonly id: number;
}

/** Tables of accounts, and the status with which they may sign in. */
export const accountTables = {
  admin: { table: 'auth_admin', enabled: '1' },
  member: { table: 'member', enabled: 'enable' },
} as const satisfies Readonly<Record<AccountType, { table: string; enabled: string }>>;

/** The column with the owner of a row, in tables whose rows belong to accounts of either type. */
export const ownerColumn = ({ type }: Pick<AccountReference, 'type'>): Sql =>
  sql.id(type === 'admin' ? 'admin_id' : 'member_id');

/** Condition: the row belongs to the account. */
export const isOwnedByAccount = (who: AccountReference): Sql => sql`${ownerColumn(who)} = ${who.id}`;

/** The account of a signed-in caller. */
export const accountOfCaller = ({ type, id }: { readonly type: string; readonly id: number }): AccountReference => ({
  type: type === 'member' ? 'member' : 'admin',
  id,
});
