/**
 * A value as JSON text that is the same whatever order the parts of its objects stand in: two bodies that say the same
 * have one hash. Takes what comes of parsed JSON, no deeper than the door lets in; what is undefined is left out.
 */
export const canonicalJson = (value: unknown): string => JSON.stringify(inOrder(value)) ?? 'null';

/** The same value with the parts of its objects in one order; JSON is then made of it in one go. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const record = value as Readonly<Record<string, unknown>>;
  const ordered: Record<string, unknown> = {};
  for (const name of Object.keys(record).sort()) {
    // set plainly, this name would say what the object is made after
    if (name === '__proto__') Object.defineProperty(ordered, name, { value: inOrder(record[name]), enumerable: true });
    else ordered[name] = inOrder(record[name]);
  }
  return ordered;
}
