import type { Sql } from './sql.ts';

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
 * The statement under a short name of its text (PostgreSQL cuts names at 63 bytes), so that each connection plans it
 * once. What is asked for now and then, like an edit of just these columns, goes unnamed, which is slower and just as
 * right: a plan nobody needs again would push out one that everybody does. No name is ever given to another text: it is
 * the text itself that is remembered, for whatever a shorter key left out would be answered by another's plan.
 */
export const keepPlan = (statement: Sql): Sql => statement.named(nameOf(statement.text));

function nameOf(text: string): string | undefined {
  const form = known.get(text) ?? { asked: 0 };
  known.delete(text);
  known.set(text, form);
  if (known.size > mostKnown) known.delete(known.keys().next().value as string);
  form.asked++;
  if (form.asked >= namedAt) form.name ??= `xj${given++}`;
  return form.name;
}
