import type { Field } from '#kernel/declaration/field.ts';
import type { AnyResource, Resource } from '#kernel/declaration/resource.ts';
import type { EventNameOf } from '#kernel/resource/domain-events-of-resource.ts';
import type { Sql } from '#server/db/sql.ts';

/** Values of declared fields of `R` in wire form. Missing: unchanged; null: emptied. */
export type RowValues<R> =
  R extends Resource<string, infer F, infer _S, infer _M, infer _E>
    ? { -readonly [N in keyof F]?: F[N] extends Field<infer V> ? V | null : never }
    : never;

/** New values in wire form, or expressions on alias `t`. */
export type NewRowValues<R> = { readonly [N in keyof RowValues<R>]?: RowValues<R>[N] | Sql } & {
  readonly weigh?: Sql;
} & StateSet<R>;

/** For rows with a lifecycle: the new state, as a consequence of another row. */
type StateSet<R> =
  R extends Resource<string, infer _F, infer S, infer _M, infer _E>
    ? [S] extends [never]
      ? object
      : string extends S
        ? object
        : { readonly status?: Sql }
    : object;

/** A change of several rows that does not come from a form: passing time, another write, reordering. */
export interface ChangeRowsRequest<R extends AnyResource = AnyResource> {
  /** Condition on alias `t`. */
  where: Sql;
  /** The new values. Rows that have them already are left unchanged. */
  set: NewRowValues<R>;
  /** English of the texts in `set`, by field, as expressions on alias `t`. */
  english?: Readonly<Record<string, Sql>>;
  /** Also counts rows as changed that have the values already, because related data such as a clock changes. */
  touched?: true;
  /** Action in the history. Default: `edit`. */
  action?: string;
  /** Remark in the timeline, as an expression on alias `w`, the changed row. */
  note?: Sql;
  /** The remark in English. */
  noteEnglish?: Sql;
  /** Event emitted for each row, or an expression for its name from the row's JSON. Default: `edited`. */
  emits?: EventNameOf<R> | ((row: Sql) => Sql);
}
