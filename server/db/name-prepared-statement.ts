import { type Sql, SqlPieceTrie, type SqlValue } from './sql.ts';

/** Maximum number of cached texts; a text of forty columns takes 6 KB. */
const maxForms = 500;
/** Number of uses, while cached, after which a text gets a name. */
const namedAt = 3;
/** Maximum number of steps in the trie: a list has some forty, most of them shared. */
const mostSteps = 20_000;

interface Form {
  readonly text: string;
  uses: number;
  name?: string;
}
/** Least recently used first. */
const forms = new Map<string, Form>();
let given = 0;
let start = new SqlPieceTrie<Form>();

/**
 * Gives a frequent statement a short name, so that each connection plans it once (PostgreSQL cuts names at 63 bytes).
 * Rare statements, such as an edit of particular columns, stay unnamed: they are slower, but do not displace frequent
 * plans. A name always belongs to the same text. It is looked up by the pieces of the text, which takes a tenth of the
 * time of composing and reading 8 KB, or by the text itself.
 */
export function namePreparedStatement(statement: Sql, { brief = false, bytes = false } = {}): Sql {
  if (start.steps > mostSteps) start = new SqlPieceTrie();
  const values: SqlValue[] = [];
  const way = statement.follow(start, values);
  way.value ??= formOf(statement.text);
  const form = way.value;
  form.uses++;
  forms.delete(form.text);
  forms.set(form.text, form);
  if (forms.size > maxForms) forms.delete(forms.keys().next().value as string);
  if (form.uses >= namedAt) form.name ??= `xj${given++}`;
  return statement.asPrepared(form.text, values, form.name, { brief, bytes });
}

const formOf = (text: string): Form => forms.get(text) ?? { text, uses: 0 };
