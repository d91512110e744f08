import type { Field, Fields } from '#kernel/declaration/field.ts';
import type { AnyResource, Resource, Row } from '#kernel/declaration/resource.ts';
import type { EventNameOf } from '#kernel/resource/event.ts';
import type { Text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Transaction } from '#server/db/connect.ts';
import type { Sql } from '#server/db/sql.ts';
import type { DeclaredNotification } from '#server/engine/declared-notification.ts';
import type { Engine } from '#server/engine/engine.ts';
import type { EnglishValues } from '../field/bilingual-values.ts';
import type { CascadeChange } from './cascading-change.ts';
import type { RowValues } from './change-rows-request.ts';
import type { CascadeMove } from './move-rows-request.ts';

/** Input of a move; required fields are present. */
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
  /** Field at which a refusal is noted. Default: the whole write is refused. */
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
 * A write in progress as seen by hooks. Values are in wire form: money `'12.00'`, moments in seconds, flags `'1'` and
 * `'0'`. `Apart`: columns of the table that are no fields; they are stored as given.
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
  /** The previous row, with encrypted values masked; undefined for a new one. */
  readonly before?: Readonly<Row<R>> | undefined;
  /** Validated values to be stored. A hook may set any of them, whatever the caller may write. */
  readonly values: RowValues<R> & Partial<Apart>;
  /** Validated input: of a move its own, else the fields of the form. */
  readonly input: Input;
  /** English of the platform's own texts in `input`, by field; see `inputText`. */
  readonly english: EnglishValues;
  /** The change a move proposes (`proposes`), to which its hook may add, or accepts and so writes. */
  readonly proposed: RowValues<R>;
  /** Stores the value of an expression: `compute('weigh', sql`…`)`. Takes precedence over a value. */
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
   * Requires another row to be in one of these states until this write is committed: concurrent moves of it wait, and
   * the first decides. The refusal names its state, at a field if one is given. Returns the row in wire form, unmasked.
   */
  require: RequireState;
  /** Changes other rows as a consequence of this write, with history and events. */
  readonly cascadeChange: CascadeChange;
  /** Moves other rows as a consequence of this write, with clocks, history, events and messages. */
  readonly cascadeMove: CascadeMove;
  /** What the entry of a chained write says in the evidence chain, besides its input. It must not be personal data. */
  enterInChain(facts: Readonly<Record<string, unknown>>): void;
  /** Adds a remark to the row's timeline entry; texts of the platform in both languages. */
  note(text: string | Text): void;
  /** Describes a consequence of the write, for previews. */
  explain(message: Text, values?: Readonly<Record<string, unknown>>): void;
  /**
   * A statement executed together with the one that stores the row: `(row) => insert … select … from row`, whose `id`
   * is the key.
   */
  executeInStatement(piece: (row: Sql) => Sql): void;
  /** Work in the same transaction after the row is stored and its key is known. */
  afterStore(work: (id: number) => Promise<void>): void;
  /** Work after the commit; its failure does not undo the write. */
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
export interface Hooks<R extends AnyResource, Apart extends object = object> {
  add?: Hook<WriteContext<R, Apart, Readonly<RowValues<R>>>>;
  edit?: Hook<ChangeContext<R, Apart, Readonly<RowValues<R>>>>;
  del?: Hook<ChangeContext<R, Apart>>;
  /** By name of the move. */
  moves?: { readonly [M in keyof MovesOf<R>]?: Hook<ChangeContext<R, Apart, InputOf<MovesOf<R>[M]>>> };
  /** Messages of added rows and of moves, by name of the move: sent if and only if the write is stored. */
  notify?: { readonly [M in keyof MovesOf<R> | 'added']?: OneOrMore<DeclaredNotification<string, NamesFor<R, M>>> };
  /** Changes what the draft of the next version takes over from this one (`versions`). */
  nextVersion?: (input: Record<string, unknown>) => void;
  /** Refuses rows this caller may not restore. */
  restore?: Hook<RestoreContext>;
}
