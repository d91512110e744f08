import type { Field } from '#kernel/declaration/field.ts';
import type { AnyResource, Resource } from '#kernel/declaration/resource.ts';
import type { FactOf } from '#kernel/resource/event.ts';
import type { Sql } from '#server/db/sql.ts';

/** Values of declared fields of `R` in wire form. Missing: unchanged; null: emptied. */
export type Values<R> =
  R extends Resource<string, infer F, infer _S, infer _M, infer _E>
    ? { -readonly [N in keyof F]?: F[N] extends Field<infer V> ? V | null : never }
    : never;

/** New values in wire form, or expressions on alias `t`. */
export type RowSet<R> = { readonly [N in keyof Values<R>]?: Values<R>[N] | Sql } & {
  readonly weigh?: Sql;
} & StateSet<R>;

/** Of rows with a life: the state that follows from what happened to another row. */
type StateSet<R> =
  R extends Resource<string, infer _F, infer S, infer _M, infer _E>
    ? [S] extends [never]
      ? object
      : string extends S
        ? object
        : { readonly status?: Sql }
    : object;

/** A change of several rows that comes from elsewhere than a form: passing time, another write, reordering. */
export interface RowSetOrder<R extends AnyResource = AnyResource> {
  /** Which rows, as a condition on alias `t`. */
  where: Sql;
  /** Rows that hold these values already stay as they are. */
  set: RowSet<R>;
  /** English of the texts in `set`, by field, as expressions on alias `t`. */
  english?: Readonly<Record<string, Sql>>;
  /** All of them are changed, whatever they hold: with what stands beside them, as a clock does. */
  touched?: true;
  /** In the history; `edit` unless told. */
  action?: string;
  /** Told in the timeline beside the change, as an expression on alias `w`, the changed row. */
  note?: Sql;
  /** The same in English. */
  noteEnglish?: Sql;
  /** The fact told of each, or an expression that makes it of the row's JSON; `edited` unless told. */
  emits?: FactOf<R> | ((row: Sql) => Sql);
}

/**
 * Changes rows as a consequence of another write. Each gets its own history; the caller's scope does not restrict them.
 */
export type ChangeFollowing = <R extends AnyResource>(
  resource: R,
  where: Sql,
  set: RowSet<R>,
  more?: Pick<RowSetOrder<R>, 'action' | 'emits'>,
) => Promise<number[]>;
