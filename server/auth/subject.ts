import { type Sql, sql } from '#server/db/sql.ts';

export type SubjectType = 'admin' | 'member';

/** An account of an officer or of a member. */
export interface Subject {
  readonly type: SubjectType;
  readonly id: number;
}

/** Tables of accounts, and the status with which they may sign in. */
export const accounts = {
  admin: { table: 'auth_admin', enabled: '1' },
  member: { table: 'member', enabled: 'enable' },
} as const satisfies Readonly<Record<SubjectType, { table: string; enabled: string }>>;

/** The column with the owner of a row, in tables whose rows belong to accounts of either type. */
export const ownerColumn = ({ type }: Pick<Subject, 'type'>): Sql =>
  sql.id(type === 'admin' ? 'admin_id' : 'member_id');

/** Condition: the row belongs to the account. */
export const isOwnedBy = (who: Subject): Sql => sql`${ownerColumn(who)} = ${who.id}`;

/** The account of a signed-in caller. */
export const subjectOf = ({ type, id }: { readonly type: string; readonly id: number }): Subject => ({
  type: type === 'member' ? 'member' : 'admin',
  id,
});
