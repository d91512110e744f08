export type Actor = 'admin' | 'member';

/** What a member is to a row: whose it is, who works on it for them, or who looks at it. */
export const memberRoles = ['owner', 'operator', 'viewer'] as const;

export type MemberRole = (typeof memberRoles)[number];

/** The same, or one of the people who look on at rows of others (`seenBy`). */
export const standings = [...memberRoles, 'onlooker'] as const;

export type Standing = (typeof standings)[number];
