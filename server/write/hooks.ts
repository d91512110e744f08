import type { AnyResource } from '#kernel/resource.ts';
import type { Text } from '#kernel/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Transaction } from '#server/db/connect.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine.ts';
import type { RequireState } from './require.ts';

/** A write under way, as a hook sees it. */
export interface WriteContext<R = Record<string, unknown>> {
  readonly engine: Engine;
  readonly tx: Transaction;
  readonly caller: Caller;
  readonly resource: AnyResource;
  readonly operation: 'add' | 'edit' | 'del' | 'move';
  readonly move?: string;
  /** The row as it was, in wire form, unmasked; undefined when it is being added. */
  readonly before?: R;
  /** Checked values about to be stored, by column. A hook may set any column of the table. */
  readonly values: Record<string, unknown>;
  /** What the caller told with a move, checked. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Ends the move in another of its declared states (`orTo`). */
  choose(state: string): void;
  /** Notes a field error; the write is refused after the hook returns. */
  fail(field: string, message: Text, values?: Readonly<Record<string, unknown>>): void;
  /** Tells another declared fact with this write. */
  emit(fact: string, payload?: Readonly<Record<string, unknown>>): void;
  /**
   * Another row must be in one of these states and stays there until this write is committed: who would move it on
   * waits, and whoever was first decides. Refused in words that say where the row is, at a field where one is named.
   * Answers the row, in wire form, unmasked.
   */
  require: RequireState;
  /** Told in the row's timeline beside the change. */
  note(text: string): void;
  /** A statement stored with the row, in one with it: `(row) => insert … select … from row`, whose `id` is the key. */
  storeBeside(piece: (row: Sql) => Sql): void;
  /** Work in the same transaction once the row is stored and its key is known. */
  afterStore(work: (id: number) => Promise<void>): void;
  /** Work once everything is committed; its failure does not undo the write. */
  afterCommit(work: () => Promise<void> | void): void;
}

/** A deleted row about to be put back, as it was stored. */
export interface RestoreContext {
  readonly engine: Engine;
  readonly tx: Transaction;
  readonly caller: Caller;
  readonly row: Readonly<Record<string, unknown>>;
}

type Hook<R> = (context: WriteContext<R>) => Promise<void> | void;

/** What is special about writing a resource. Everything ordinary is derived from its declaration. */
export interface Hooks<R = Record<string, unknown>> {
  add?: Hook<R>;
  edit?: Hook<R>;
  del?: Hook<R>;
  /** By name of the move. */
  moves?: Readonly<Record<string, Hook<R>>>;
  /** Refuses what this caller may not put back. */
  restore?: (context: RestoreContext) => Promise<void> | void;
}

// biome-ignore lint/suspicious/noExplicitAny: hooks of every row type share one registry
export type AnyHooks = Hooks<any>;
