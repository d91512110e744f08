import type { Field, Fields } from '#kernel/declaration/field.ts';
import type { AnyResource, Resource, Row } from '#kernel/declaration/resource.ts';
import type { FactOf } from '#kernel/resource/event.ts';
import type { Text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Transaction } from '#server/db/connect.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';
import type { EnglishValues } from '../field/bilingual-texts.ts';
import type { ChangeFollowing, Values } from './row-changes.ts';

/** What is told with a move: what it requires is there. */
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

/** Returns undefined where it was refused at a field: the hook goes on and notes further errors. */
// biome-ignore lint/suspicious/noExplicitAny: any fields and moves; the states are what is checked
export type RequireState = <R extends Resource<string, any, any, any>>(
  resource: R,
  id: number,
  required: RequiredState<StatesOf<R>>,
) => Promise<Row<R> | undefined>;

// biome-ignore lint/suspicious/noExplicitAny: as above
type StatesOf<R> = R extends Resource<string, any, infer S, any> ? S : never;

/**
 * A write under way, as a hook of a resource sees it. Everything here is in wire form, as the screens see it: money
 * `'12.00'`, moments in seconds, flags `'1'` and `'0'`; the database's own form is made of it afterwards. `Apart` are
 * columns of the table that are no fields: no kind knows them, and they are stored as they are given.
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
  /** The row as it was, unmasked but for what is sealed; undefined when it is being added. */
  readonly before?: Readonly<Row<R>> | undefined;
  /** Checked values about to be stored. A hook may set any of them, whoever may write the field. */
  readonly values: Values<R> & Partial<Apart>;
  /** What the caller told, checked: of a move its input, else the fields of the form. */
  readonly input: Input;
  /** English of the platform's own texts in `input`, by field; see `inputText`. */
  readonly english: EnglishValues;
  /** The change a move asks for (`proposes`), to which its hook may add; or accepts, and so writes. */
  readonly proposed: Values<R>;
  /** Stores what an expression yields: `compute('weigh', sql`…`)`. Goes before a value. */
  compute(column: string, expression: Sql): void;
  /** Of a row in a list: the write of what it is part of. */
  readonly whole?: WriteContext;
  /** The rows of a list (`field.rows`) as this write leaves them, unmasked and in their order. */
  rowsOf(field: string): Promise<readonly Record<string, unknown>[]>;
  /** Ends the move in another of its declared states (`orTo`). */
  choose(state: StateOf<R>): void;
  /** Notes a field error; the write is refused after the hook returns. */
  fail(field: string, message: Text, values?: Readonly<Record<string, unknown>>): void;
  /** Tells another declared fact with this write. */
  emit(fact: FactOf<R>, payload?: Readonly<Record<string, unknown>>): void;
  /**
   * Another row must be in one of these states and stays there until this write is committed: who would move it on
   * waits, and whoever was first decides. Refused in words that say where the row is, at a field where one is named.
   * Answers the row, in wire form, unmasked.
   */
  require: RequireState;
  /** Changes other rows because of this write, with all that a write leaves. */
  readonly changeFollowing: ChangeFollowing;
  /** A remark in the row's timeline beside the change; the platform's own texts in both languages. */
  note(text: string | Text): void;
  /** Says in a sentence what the write does besides, to whoever asks before it is made. */
  explain(message: Text, values?: Readonly<Record<string, unknown>>): void;
  /** A statement stored with the row, in one with it: `(row) => insert … select … from row`, whose `id` is the key. */
  executeInStatement(piece: (row: Sql) => Sql): void;
  /** Work in the same transaction once the row is stored and its key is known. */
  afterStore(work: (id: number) => Promise<void>): void;
  /** Work once everything is committed; its failure does not undo the write. */
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

/** A deleted row about to be restored, as it was stored. */
export interface RestoreContext {
  readonly engine: Engine;
  readonly tx: Transaction;
  readonly caller: Caller;
  readonly row: Readonly<Record<string, unknown>>;
}

type Hook<C> = (context: C) => Promise<void> | void;

/**
 * Hooks for writes of a resource, `Hooks<typeof licence>`. Everything not covered by them is derived from the
 * declaration.
 */
export interface Hooks<R extends AnyResource, Apart extends object = object> {
  add?: Hook<WriteContext<R, Apart, Readonly<Values<R>>>>;
  edit?: Hook<ChangeContext<R, Apart, Readonly<Values<R>>>>;
  del?: Hook<ChangeContext<R, Apart>>;
  /** By name of the move. */
  moves?: { readonly [M in keyof MovesOf<R>]?: Hook<ChangeContext<R, Apart, InputOf<MovesOf<R>[M]>>> };
  /** Refuses what this caller may not put back. */
  restore?: Hook<RestoreContext>;
}
