import { type Sql, type SqlValue, Step } from './sql.ts';

/** Forms of statements remembered at the most; a text of forty columns takes 6 KB. */
const maxForms = 500;
/** A form gets its name when it is asked for so often while it is remembered. */
const namedAt = 3;
/** Steps of the ways to them: a way through a list is some forty, most of which many share. */
const mostSteps = 20_000;

interface Form {
  readonly text: string;
  uses: number;
  name?: string;
}
/** Whoever was asked for last stands at the end and is forgotten last. */
const forms = new Map<string, Form>();
let given = 0;
let start = new Step<Form>();

/**
 * The statement under a short name (PostgreSQL cuts names at 63 bytes), so that each connection plans it once. Rare
 * statements, such as an edit of particular columns, stay unnamed: slower, but they do not displace frequent plans. A
 * name always belongs to one text: it is looked up by the pieces of the text or by the text itself. Looking it up by
 * pieces takes a tenth of the time of composing and reading 8 KB.
 */
export function prepared(statement: Sql, { brief = false, bytes = false } = {}): Sql {
  if (start.steps > mostSteps) start = new Step();
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
