const special = /["\\]/;
const allSpecial = /["\\]/g;

const isNumber = (one: unknown): boolean => typeof one === 'number';

/**
 * A list as PostgreSQL reads an array, for lists of numbers, booleans, texts and nulls; undefined: the list holds something else, which
 * the driver converts. The driver escapes every element by two regular expressions, numbers too, which takes four times as long.
 */
export function postgresArrayLiteral(list: readonly unknown[]): string | undefined {
  // one join of numbers takes a third of adding each to a text
  if (list.every(isNumber)) return `{${list.join(',')}}`;
  let literal = '{';
  for (let at = 0; at < list.length; at++) {
    const one = list[at];
    if (at > 0) literal += ',';
    if (typeof one === 'number' || typeof one === 'boolean' || typeof one === 'bigint') literal += one;
    else if (one === null) literal += 'NULL';
    else if (typeof one !== 'string') return undefined;
    else literal += `"${special.test(one) ? one.replace(allSpecial, '\\$&') : one}"`;
  }
  return `${literal}}`;
}

/** The parameters of a statement, with lists as arrays of PostgreSQL. */
export const parametersWithArrayLiterals = (values: readonly unknown[]): unknown[] =>
  values.map((value) => (Array.isArray(value) ? (postgresArrayLiteral(value) ?? value) : value));
