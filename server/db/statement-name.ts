/** Forms of statements remembered at the most; a text of forty columns takes 6 KB. */
const mostKnown = 500;
/** A form gets its name when it is asked for so often while it is remembered. */
const namedAt = 3;

interface Form {
  asked: number;
  name?: string;
}
/** Least lately asked for first. */
const known = new Map<string, Form>();
let given = 0;

/**
 * A short name for whatever fixes the text of a statement (PostgreSQL cuts names at 63 bytes). What is asked for now and
 * then, like an edit of just these columns, goes unnamed, which is slower and just as right: a plan nobody needs again
 * would push out one that everybody does. No name is ever given to another text.
 */
export function statementName(key: string): string | undefined {
  const form = known.get(key) ?? { asked: 0 };
  known.delete(key);
  known.set(key, form);
  if (known.size > mostKnown) known.delete(known.keys().next().value as string);
  form.asked++;
  if (form.asked >= namedAt) form.name ??= `xj${given++}`;
  return form.name;
}
