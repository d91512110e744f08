import type { Text } from '../text/text.ts';
import type { Aggregate } from './aggregate.ts';
import type { Actor } from './role.ts';

/** Names of the closed set of kinds; `kinds` (`kernel/field/field.ts`) has what each of them is. */
export type KindName =
  | 'text'
  | 'textarea'
  | 'number'
  | 'float'
  | 'integer'
  | 'money'
  | 'date'
  | 'time'
  | 'year'
  | 'datetime'
  | 'switch'
  | 'select'
  | 'radio'
  | 'selects'
  | 'checkbox'
  | 'reference'
  | 'references'
  | 'branches'
  | 'parent'
  | 'area'
  | 'place'
  | 'file'
  | 'files'
  | 'image'
  | 'images'
  | 'pairs'
  | 'color'
  | 'icon'
  | 'editor'
  | 'password'
  | 'account'
  | 'email'
  | 'url'
  | 'personName'
  | 'mobile'
  | 'idNumber'
  | 'creditCode'
  | 'plate'
  | 'identifier'
  | 'subject'
  | 'oneOf'
  | 'rows';

/** What any field may say, whatever its kind. */
export interface FieldOptions {
  /** Must be given when a row is added (and never emptied afterwards). */
  required?: boolean;
  /** Must be given in these cases alone; `{}`: by whoever may write it, where that is not everybody. */
  requiredWhen?: RequiredWhen;
  /** Takes part in the quick search of lists; a reference by the words its row is searched by. Not for personal data. */
  search?: boolean;
  /** No two rows may hold the same value. `true`: in the whole table; names: together with these fields. */
  unique?: boolean | readonly string[];
  /** `masked`: shown masked unless the caller may reveal it; `hidden`: never leaves the server. */
  privacy?: 'masked' | 'hidden';
  /** Column of the table screen: `shown` (default), `offered` in column settings, or `never`. */
  list?: 'shown' | 'offered' | 'never';
  /** Who may write it: callers in forms (default), only when adding, or only the server (hooks and moves). */
  write?: 'form' | 'add' | 'server';
  /** Key of the form section it stands in. */
  section?: string;
  /** One line under the input. */
  hint?: Text;
  /** Value of a new row's form. */
  initial?: unknown;
  /** Asked for only while another field says one of these. What it says already stays in sight. */
  shownWhen?: { readonly by: string; readonly of: readonly string[] };
  /** Whether lists may be filtered by it; by default where the kind has operators. */
  filter?: boolean;
  /** No column of its own: what the field of this name says in the row that this reference (`partOf`) points at. */
  through?: string;
  /** Told by the rows that refer to this one (`countOf`, `sumOf`, `latestOf`) instead of being stored. */
  from?: Aggregate;
  /** The node that reads it, a permission of the resource: nobody else learns what it says, by whatever way. */
  reads?: string;
  /** The node that writes it, besides being able to read it and to do what it is written with. */
  writes?: string;
  /** Of a copy (`copies`): what it tells of the row it is of, and so to those alone who may see such rows. */
  fromSource?: true;
  /** The column that says the same in English, where the server writes it in both languages: readers of English read that one. */
  english?: string;
}

/** A declared field. `V` is the wire type of a present value, `R` whether it can be absent. */
export interface Field<V = unknown, R extends boolean = boolean> extends FieldOptions {
  readonly kind: KindName;
  readonly label: Text;
  /** The options of its kind. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Only for the type system: the wire type. */
  readonly _value?: V;
  readonly _required?: R;
}

export type AnyField = Field;

export type Fields = Readonly<Record<string, AnyField>>;

/** Wire type of a row of declared fields. */
export type FieldValues<F extends Fields> = {
  -readonly [N in keyof F]: F[N] extends Field<infer V, infer R> ? (R extends true ? V : V | null) : never;
};

/** When a field must be given that need not be always; what is said must hold together. */
export interface RequiredWhen {
  /** Where a row is added: of what is never shown, an empty input of an edit leaves what there is. */
  readonly adding?: true;
  /** By officers, or by members, alone. */
  readonly actor?: Actor;
  /** While another field says one of these, or anything at all. */
  readonly by?: string;
  readonly of?: readonly string[];
}
