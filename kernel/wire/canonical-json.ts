/**
 * Formats a value as JSON text that does not depend on the order of object keys, so that equal contents have equal
 * hashes. The value must be JSON within the depth limit of requests. Properties that are undefined are left out.
 */
export const canonicalJson = (value: unknown): string => JSON.stringify(inOrder(value)) ?? 'null';

/** The same value with object keys in one order, so that a single `JSON.stringify` suffices. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const record = value as Readonly<Record<string, unknown>>;
  if (isFlatAndInOrder(record)) return record;
  const ordered: Record<string, unknown> = {};
  for (const name of Object.keys(record).sort()) {
    // Plain assignment to this name would set the prototype.
    if (name === '__proto__') Object.defineProperty(ordered, name, { value: inOrder(record[name]), enumerable: true });
    else ordered[name] = inOrder(record[name]);
  }
  return ordered;
}

/** Whether a record needs no copy: entries of long lists are mostly written in order. */
function isFlatAndInOrder(record: Readonly<Record<string, unknown>>): boolean {
  let before = '';
  for (const name of Object.keys(record)) {
    if (name < before || typeof record[name] === 'object') return false;
    before = name;
  }
  return true;
}
