/**
 * Prefixes of the advisory locks taken when a vehicle or a person is assigned to a team or a hire; concurrent
 * assignments wait for each other. Lock persons before vehicles, each in the order of their keys.
 */
export const crewAdvisoryLockPrefixes = { person: 'travel person ', vehicle: 'travel vehicle ' } as const;
