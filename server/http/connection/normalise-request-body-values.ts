import { badParameter } from '#server/refusal.ts';

/** Maximum nesting of a body. No form nests this deep. */
export const maxBodyDepth = 32;

/**
 * Maximum number of values in a body: a megabyte of brackets becomes forty of objects. 500 keys with versions are
 * 1,500.
 */
export const maxBodyValues = 20_000;

/**
 * Property names that JavaScript calls when it converts an object to a text or number: `String(value)` of an object
 * with such a property throws.
 */
const reserved: ReadonlySet<string> = new Set(['toString', 'valueOf', 'toJSON', '__proto__']);

/**
 * Normalises a JSON body for all later code: an object of limited depth whose values convert to text without calling
 * the sender's properties. Lone surrogates, which PostgreSQL refuses, become U+FFFD as everywhere else; they are the
 * remains of an emoji that a client cut in two.
 */
export function normaliseBody(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || Buffer.isBuffer(body)) return {};
  return cleaned(body, maxBodyDepth, { values: maxBodyValues }) as Record<string, unknown>;
}

function cleaned(value: unknown, levels: number, left: { values: number }): unknown {
  if (--left.values < 0) throw badParameter();
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) throw badParameter();
  if (Array.isArray(value)) {
    for (let place = 0; place < value.length; place++) value[place] = cleaned(value[place], levels - 1, left);
    return value;
  }
  const record = value as Record<string, unknown>;
  for (const name of Object.keys(record)) {
    if (reserved.has(name)) throw badParameter();
    const inner = record[name];
    const clean = cleaned(inner, levels - 1, left);
    const wellFormed = name.toWellFormed();
    if (wellFormed !== name) delete record[name];
    if (clean !== inner || wellFormed !== name) record[wellFormed] = clean;
  }
  return record;
}
