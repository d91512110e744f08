/** The two kinds of accounts. */
export type Actor = 'admin' | 'member';

/** A member's role in one row: its owner, an operator who works for the owner, or a viewer. */
export const memberRoleNames = ['owner', 'operator', 'viewer'] as const;

export type RoleInRow = (typeof memberRoleNames)[number];

/**
 * The roles in a row, and the onlooker: a member who holds another row and may see this one (`seenBy` of a resource).
 */
export const memberRoleNamesWithOnlooker = [...memberRoleNames, 'onlooker'] as const;

export type RoleInRowOrOnlooker = (typeof memberRoleNamesWithOnlooker)[number];
