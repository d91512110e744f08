/** Plans kept by each connection at the most; one of forty columns takes 170 KB of its memory. */
const most = 200;

const names = new Map<string, string>();

/**
 * A short name for whatever fixes the text of a statement (PostgreSQL cuts names at 63 bytes). Once there are too many,
 * new ones go unnamed, which is slower and just as right.
 */
export function statementName(key: string): string | undefined {
  let name = names.get(key);
  if (name === undefined && names.size < most) {
    name = `xj${names.size}`;
    names.set(key, name);
  }
  return name;
}
