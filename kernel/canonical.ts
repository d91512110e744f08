/**
 * A value as JSON text that is the same whatever order the parts of its objects stand in: two bodies that say the same
 * have one hash. Takes what comes of parsed JSON, no deeper than the door lets in; what is undefined is left out.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const record = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const name of Object.keys(record).sort()) {
    if (record[name] === undefined) continue;
    text += `${text && ','}${JSON.stringify(name)}:${canonicalJson(record[name])}`;
  }
  return `{${text}}`;
}
