import type { Text } from '../text/text.ts';
import type { Actor } from './account-types-and-member-role-names.ts';
import type { ReferringRowsAggregate } from './field-value-computed-from-referring-rows.ts';
import type { NumberingRule } from './numbering-rule.ts';

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
  /**
   * Required only in these cases. `{}`: whenever the caller may write the field, for fields that not everybody may
   * write.
   */
  requiredWhen?: RequiredWhen;
  /**
   * Included in the quick search of lists. A reference is searched by the search fields of the row it points at. Not
   * for personal data.
   */
  search?: boolean;
  /**
   * `false`: a title that is a sentence and no name, of rows that come by the thousand. Rows are found by its words, but
   * neither by its first letters of pinyin nor in the other script of Chinese, whose index costs more than the row.
   */
  initials?: false;
  /** No two rows may have the same value. `true`: in the whole table; names: in combination with these fields. */
  unique?: boolean | readonly string[];
  /** `masked`: shown masked, and in full only to callers who may reveal it. `hidden`: never leaves the server. */
  privacy?: 'masked' | 'hidden';
  /**
   * The value says who somebody is or how they are reached, although its kind does not: a name typed as text, the phone
   * on duty. Officers see it in full; it is left out wherever no personal data may be disclosed in plain.
   */
  personal?: 'name' | 'number';
  /** Whether lists have a column for it: `shown` (default), `offered` in the column settings, or `never`. */
  list?: 'shown' | 'offered' | 'never';
  /**
   * Who may write it: the caller in a form (default), the caller only when adding a row, or only the server (hooks and
   * moves).
   */
  write?: 'form' | 'add' | 'server';
  /** Key of the form section that contains it. */
  section?: string;
  /** One line below the input. */
  hint?: Text;
  /** Initial value in the form of a new row. */
  initial?: unknown;
  /** Shown in forms only while field `by` has one of the values `of`. An existing value remains visible. */
  shownWhen?: { readonly by: string; readonly of: readonly string[] };
  /** Whether lists can be filtered by it. Default: yes, if its kind has operators. */
  filter?: boolean;
  /**
   * The field is not a column of this table. It is the field of the same name in the row that this reference (`partOf`)
   * points at.
   */
  through?: string;
  /** The value is not stored, but computed from the rows that refer to this one (`countOf`, `sumOf`, `latestOf`). */
  from?: ReferringRowsAggregate;
  /**
   * The database computes the value whenever it is read, with a function that is named like the field and takes the
   * row: `create function standing(zoo_rule) …`. It can be filtered and sorted like a column. Nobody writes it (`write:
   * 'server'`).
   */
  computed?: true;
  /**
   * The permission node of the resource that is needed to read it. Without the node the value is not disclosed in any
   * way.
   */
  reads?: string;
  /**
   * The permission node that is needed to write it, in addition to the right to read it and the right to the action.
   */
  writes?: string;
  /**
   * In a copy of another row (`copies`): the value comes from the source row and is shown only to those who may see
   * that row.
   */
  fromSource?: true;
  /**
   * The server assigns a number (`'JL{yyyy}{seq:6}'`) in the statement that stores the row; the field has `write:
   * 'server'`. The table needs a sequence `<table>_<field>_seq`, unless the rule is `gapless`.
   */
  number?: string | NumberingRule;
  /**
   * The column with the English version of the value, if the server writes both languages. Callers who read English get
   * that one.
   */
  english?: string;
}

/** A declared field. `V` is the type of its value on the wire. `R` is true if it always has a value. */
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

/** The type of a row on the wire, from its declared fields. */
export type FieldValues<F extends Fields> = {
  -readonly [N in keyof F]: F[N] extends Field<infer V, infer R> ? (R extends true ? V : V | null) : never;
};

/** When a field becomes required: if all conditions that are given hold. */
export interface RequiredWhen {
  /** When a row is added. When it is edited, leaving the input empty keeps the stored value, which is never shown. */
  readonly adding?: true;
  /** Only for officers, or only for members. */
  readonly actor?: Actor;
  /** While the field `by` has one of the values `of`, or (without `of`) any value. */
  readonly by?: string;
  readonly of?: readonly string[];
}
