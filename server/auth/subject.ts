import { type Sql, sql } from '#server/db/sql.ts';

export type SubjectType = 'admin' | 'member';

/** Whose account: an officer's or a member's. */
export interface Subject {
  readonly type: SubjectType;
  readonly id: number;
}

/** Where accounts are kept, and what their status is called while they may sign in. */
export const accounts = {
  admin: { table: 'auth_admin', enabled: '1' },
  member: { table: 'member', enabled: 'enable' },
} as const satisfies Readonly<Record<SubjectType, { table: string; enabled: string }>>;

/** The column that says whose a row is, in tables that hold what belongs to accounts of both kinds. */
export const ownerColumn = ({ type }: Pick<Subject, 'type'>): Sql =>
  sql.id(type === 'admin' ? 'admin_id' : 'member_id');

/** That a row of such a table is theirs. */
export const isOwnedBy = (who: Subject): Sql => sql`${ownerColumn(who)} = ${who.id}`;

/** Whose account a caller who is signed in has. */
export const subjectOf = ({ type, id }: { readonly type: string; readonly id: number }): Subject => ({
  type: type === 'member' ? 'member' : 'admin',
  id,
});
