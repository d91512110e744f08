/**
 * A person in a snapshot is `李四#<key>`, the key being the hash of the identity number: it is never shown, and tells
 * people apart whose names are spelt differently.
 */
const keyOf = (person: string): string => person.slice(person.lastIndexOf('#') + 1);

export const isSamePersonByIdentityKey = (a: string, b: string): boolean => keyOf(a) === keyOf(b);

export const personNameWithoutIdentityKey = (person: string): string => person.replace(/#[^#]*$/, '');
