/**
 * A person as teams name them: `李四#` and what tells them apart, which is the hash of their identity number. It is nobody's
 * to read, and their name may be written otherwise elsewhere.
 */
const keyOf = (person: string): string => person.slice(person.lastIndexOf('#') + 1);

export const samePerson = (a: string, b: string): boolean => keyOf(a) === keyOf(b);

export const shownName = (person: string): string => person.replace(/#[^#]*$/, '');
