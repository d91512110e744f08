import type { Text } from '../text/text.ts';
import type { NumberingRule } from './numbering-rule.ts';
import type { ReferringRowsAggregate } from './referring-rows-aggregate.ts';
import type { Actor } from './role-in-row.ts';

/** Names of the closed set of kinds; `kinds` (`kernel/field/field.ts`) has their definitions. */
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
  | 'rows'
  | 'signature';

/** Options of any field, whatever its kind. */
export interface FieldOptions {
  /** Required when a row is added; it cannot be emptied afterwards. */
  required?: boolean;
  /** Required only in these cases. `{}`: whenever the caller may write it, for fields that not everybody may write. */
  requiredWhen?: RequiredWhen;
  /**
   * Included in the quick search of lists. A reference is searched by the search fields of its row. Not for personal
   * data.
   */
  search?: boolean;
  /** No two rows may have the same value. `true`: in the whole table; names: in combination with these fields. */
  unique?: boolean | readonly string[];
  /** `masked`: shown masked unless the caller may reveal it. `hidden`: never leaves the server. */
  privacy?: 'masked' | 'hidden';
  /** Column of the table screen: `shown` (default), `offered` in the column settings, or `never`. */
  list?: 'shown' | 'offered' | 'never';
  /** Who may write it: callers in forms (default), only when adding, or only the server (hooks and moves). */
  write?: 'form' | 'add' | 'server';
  /** Key of the form section that contains it. */
  section?: string;
  /** One line below the input. */
  hint?: Text;
  /** Initial value in the form of a new row. */
  initial?: unknown;
  /** Shown in forms only while field `by` has one of the values `of`. An existing value remains visible. */
  shownWhen?: { readonly by: string; readonly of: readonly string[] };
  /** Whether lists can be filtered by it. Default: if its kind has operators. */
  filter?: boolean;
  /** No column of its own: the field of this name in the row that this reference (`partOf`) points at. */
  through?: string;
  /** Computed from the rows that refer to this one (`countOf`, `sumOf`, `latestOf`) instead of stored. */
  from?: ReferringRowsAggregate;
  /**
   * Computed by the database whenever it is read, by a function named like the field that takes the row: `create function
   * standing(zoo_rule) …`. Filtered and sorted like a column, and written by nobody (`write: 'server'`).
   */
  computed?: true;
  /** Permission node of the resource that is required to read it. Without it the value is not disclosed in any way. */
  reads?: string;
  /** Permission node required to write it, besides the right to read it and the right to the action. */
  writes?: string;
  /** Of a copy (`copies`): the value comes from the source row and is shown only to those who may see that row. */
  fromSource?: true;
  /**
   * Numbered by the server: `'JL{yyyy}{seq:6}'`, assigned in the statement that stores the row (`write: 'server'`). The
   * table has a sequence `<table>_<field>_seq`, unless numbers are gapless.
   */
  number?: string | NumberingRule;
  /** The column with its English version, where the server writes both languages. Readers of English get that one. */
  english?: string;
}

/** A declared field. `V` is the wire type of a present value, `R` is true if it is always present. */
export interface Field<V = unknown, R extends boolean = boolean> extends FieldOptions {
  readonly kind: KindName;
  readonly label: Text;
  /** Options of its kind. */
  readonly options: Readonly<Record<string, unknown>>;
  /** For the type system only: the wire type. */
  readonly _value?: V;
  readonly _required?: R;
}

export type AnyField = Field;

export type Fields = Readonly<Record<string, AnyField>>;

/** Wire type of a row of declared fields. */
export type FieldValues<F extends Fields> = {
  -readonly [N in keyof F]: F[N] extends Field<infer V, infer R> ? (R extends true ? V : V | null) : never;
};

/** When an optional field becomes required. All conditions given must hold. */
export interface RequiredWhen {
  /** When a row is added. In an edit, an empty input of a field that is never shown leaves the value unchanged. */
  readonly adding?: true;
  /** Only for officers, or only for members. */
  readonly actor?: Actor;
  /** While another field has one of these values, or any value. */
  readonly by?: string;
  readonly of?: readonly string[];
}
