/** Path of the public call that returns the keys which verify team codes: `{ keys }`. */
export const teamCodePublicKeysCall = '/api/travel.code/keys';
