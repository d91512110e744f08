/** Id of an enterprise in the record of a draw. */
export const objectIdOf = (enterprise: number): string => `enterprise/enterprise:${enterprise}`;

/** Id of an officer in the record of a draw: that of the entry in the library of officers, not of the account. */
export const officerIdOf = (officer: number): string => `library/officer:${officer}`;

/** The key in an id of a record. */
export const keyOf = (id: string): number => Number(id.slice(id.indexOf(':') + 1));
