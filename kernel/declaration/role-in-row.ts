/** The two kinds of accounts. */
export type Actor = 'admin' | 'member';

/** What a member is in one row: its owner, an operator who works for the owner, or a viewer. */
export const rolesInRow = ['owner', 'operator', 'viewer'] as const;

export type RoleInRow = (typeof rolesInRow)[number];

/** The same, or an onlooker: someone of another row who may look on (`visibleSections`). */
export const rolesInRowAndOnlooker = [...rolesInRow, 'onlooker'] as const;

export type RoleInRowOrOnlooker = (typeof rolesInRowAndOnlooker)[number];
