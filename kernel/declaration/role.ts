export type Actor = 'admin' | 'member';

/** Roles of a member in a row: its owner, an operator who works for the owner, or a viewer. */
export const memberRoles = ['owner', 'operator', 'viewer'] as const;

export type MemberRole = (typeof memberRoles)[number];

/** The same, and onlookers: people of another row who may look on (`visibleSections`). */
export const standings = [...memberRoles, 'onlooker'] as const;

export type Standing = (typeof standings)[number];
