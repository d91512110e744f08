import type { Field, Fields } from '#kernel/declaration/field.ts';
import type { AnyResource, Resource, Row } from '#kernel/declaration/resource.ts';
import type { EventNameOf } from '#kernel/resource/domain-events-of-resource.ts';
import type { Text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import type { Sql } from '#server/db/sql.ts';
import type { DeclaredNotification } from '#server/engine/declared-notifications-of-added-or-moved-rows.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { EnglishValues } from '../field/english-column-values-of-bilingual-text.ts';
import type { CascadeRowChange } from './cascade-row-change-type.ts';
import type { RowValues } from './change-rows-request-type.ts';
import type { CascadeMove } from './lifecycle-move-of-many-rows-request-type.ts';

/** The input of a move, in which required fields are present. */
type MoveInput<I extends Fields> = {
  readonly [N in keyof I]: I[N] extends Field<infer V, infer Q> ? (Q extends true ? V : V | null | undefined) : never;
};

type MovesOf<R> =
  R extends Resource<string, infer _F, infer _S, infer M, infer _E> ? ([M] extends [never] ? object : M) : object;
type StateOf<R> = R extends Resource<string, infer _F, infer S, infer _M, infer _E> ? S & string : string;
type InputOf<M> = M extends { readonly input: infer I extends Fields } ? MoveInput<I> : Readonly<Record<never, never>>;

/** States in which another row must be. */
export interface RequiredState<S extends string = string> {
  readonly status: readonly S[];
  /** The field at which a refusal is noted. Default: the whole write is refused. */
  readonly field?: string;
}

/** Undefined: an error was noted at a field, and the hook continues to note others. */
// biome-ignore lint/suspicious/noExplicitAny: any fields and moves; the states are what is checked
export type RequireState = <R extends Resource<string, any, any, any>>(
  resource: R,
  id: number,
  required: RequiredState<StatesOf<R>>,
) => Promise<Row<R> | undefined>;

// biome-ignore lint/suspicious/noExplicitAny: as above
type StatesOf<R> = R extends Resource<string, any, infer S, any> ? S : never;

/**
 * A write in progress, as hooks see it. Values are in wire form: money `'12.00'`, moments in unix seconds, flags `'1'`
 * and `'0'`. `Apart` are columns of the table that are not fields; they are stored as they are given.
 */
export interface WriteContext<
  R extends AnyResource = AnyResource,
  Apart extends object = object,
  Input = Readonly<Record<string, unknown>>,
> {
  readonly engine: Engine;
  readonly tx: Transaction;
  readonly caller: Caller;
  readonly resource: AnyResource;
  readonly operation: 'add' | 'edit' | 'del' | 'move';
  readonly move?: string | undefined;
  /** The row before the write, with encrypted values masked. Undefined: the row is new. */
  readonly before?: Readonly<Row<R>> | undefined;
  /** The validated values that will be stored. A hook may set any of them, even if the caller may not. */
  readonly values: RowValues<R> & Partial<Apart>;
  /** The validated input: that of the move, or the fields of the form. */
  readonly input: Input;
  /** The English version of texts in `input` that the platform wrote, by field (`bilingualInputText`). */
  readonly english: EnglishValues;
  /**
   * The values that a move proposes (`proposes`; its hook may add to them), or that it accepts and therefore writes.
   */
  readonly proposed: RowValues<R>;
  /**
   * Stores the value of an SQL expression in a column: `compute('weigh', sql`…`)`. It takes precedence over a value in
   * `values`.
   */
  compute(column: string, expression: Sql): void;
  /** For a child row: the write of its parent. */
  readonly whole?: WriteContext;
  /** The child rows of a list (`field.rows`) after this write, unmasked and in order. */
  rowsOf(field: string): Promise<readonly Record<string, unknown>[]>;
  /** Ends the move in another of its declared states (`orTo`). */
  choose(state: StateOf<R>): void;
  /** Notes a field error; the write is refused after the hook returns. */
  fail(field: string, message: Text, values?: Readonly<Record<string, unknown>>): void;
  /** Emits another declared event with this write. */
  emit(fact: EventNameOf<R>, payload?: Readonly<Record<string, unknown>>): void;
  /**
   * Requires another row to be in one of these states until this write is committed. Concurrent moves of that row wait,
   * and whoever comes first decides. The refusal names the row's state, at a field if one is given. Returns the row in
   * wire form, unmasked.
   */
  require: RequireState;
  /** Changes other rows as a consequence of this write, with history and events. */
  readonly cascadeChange: CascadeRowChange;
  /** Moves other rows as a consequence of this write, with clocks, history, events and messages. */
  readonly cascadeMove: CascadeMove;
  /**
   * Adds to what the entry of a chained write contains in the evidence chain besides its input. It must not be personal
   * data.
   */
  enterInChain(facts: Readonly<Record<string, unknown>>): void;
  /** Adds a remark to the row's timeline entry; texts of the platform in both languages. */
  note(text: string | Text): void;
  /**
   * The write is a preview: it is carried out and rolled back, and the caller reads the row afterwards. What nobody may
   * foresee, such as the result of a draw, must not be computed then.
   */
  readonly previewed: boolean;
  /** Describes a consequence of the write, for previews. */
  explain(message: Text, values?: Readonly<Record<string, unknown>>): void;
  /**
   * insert … select … from row`, whose `id` is the key. => Executes a statement together with the one that stores the
   * row: `(row) => insert … select … from row`, where `id` is the key of the row. => insert … select … from row`, whose
   * `id` is the key.
   */
  executeInStatement(piece: (row: Sql) => Sql): void;
  /** Runs work in the same transaction, once the row is stored and its key is known. */
  afterStore(work: (id: number) => Promise<void>): void;
  /** Runs work after the commit. If it fails, the write is not undone. */
  afterCommit(work: () => Promise<void> | void): void;
}

/** A write of an existing row. */
export interface ChangeContext<
  R extends AnyResource = AnyResource,
  Apart extends object = object,
  Input = Readonly<Record<string, unknown>>,
> extends WriteContext<R, Apart, Input> {
  readonly before: Readonly<Row<R>>;
}

/** A deleted row about to be restored, as stored. */
export interface RestoreContext {
  readonly engine: Engine;
  readonly tx: Transaction;
  readonly caller: Caller;
  readonly row: Readonly<Record<string, unknown>>;
}

type OneOrMore<T> = T | readonly T[];
/** Fields of the row, and inputs of a move. */
type NamesFor<R extends AnyResource, M> = (
  | keyof RowValues<R>
  | (M extends keyof MovesOf<R> ? keyof InputOf<MovesOf<R>[M]> : never)
) &
  string;

type Hook<C> = (context: C) => Promise<void> | void;

/**
 * Hooks for writes of a resource, `Hooks<typeof licence>`. Everything not covered by them is derived from the
 * declaration.
 */
export interface WriteHooks<R extends AnyResource, Apart extends object = object> {
  add?: Hook<WriteContext<R, Apart, Readonly<RowValues<R>>>>;
  edit?: Hook<ChangeContext<R, Apart, Readonly<RowValues<R>>>>;
  del?: Hook<ChangeContext<R, Apart>>;
  /** By name of the move. */
  moves?: { readonly [M in keyof MovesOf<R>]?: Hook<ChangeContext<R, Apart, InputOf<MovesOf<R>[M]>>> };
  /**
   * The messages of added rows and of moves, by the name of the move. They are sent if and only if the write is stored.
   */
  notify?: { readonly [M in keyof MovesOf<R> | 'added']?: OneOrMore<DeclaredNotification<string, NamesFor<R, M>>> };
  /** Changes what the draft of the next version takes over from this one (`versions`). */
  nextVersion?: (input: Record<string, unknown>) => void;
  /** Refuses rows this caller may not restore. */
  restore?: Hook<RestoreContext>;
}
