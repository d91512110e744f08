/**
 * Beginnings of the advisory locks under which a vehicle or a person is given to a team or a hire: whoever takes one waits for
 * others that do. People are locked before vehicles, each by what tells one from another.
 */
export const advisoryLockPrefixes = { person: 'travel person ', vehicle: 'travel vehicle ' } as const;
