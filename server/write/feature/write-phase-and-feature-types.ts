import type { Fields } from '#kernel/declaration/field.ts';
import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource, Row as WireRow } from '#kernel/declaration/resource.ts';
import type { Text } from '#kernel/text/text.ts';
import type { PendingMoveApproval } from '#kernel/wire/pending-move-approval.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable, Transaction } from '#server/db/open-database.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { NewChildRows } from '../child-rows/insert-and-update-child-rows.ts';
import type { SubmittedChildLists } from '../child-rows/plan-and-store-submitted-child-lists.ts';
import type { DeclarationVisibleToWriter } from '../field/fields-writer-may-see-and-fill.ts';
import type { FieldErrors } from '../field/validate-input-by-field-declarations.ts';
import type { WriteContext } from '../hook/write-hooks-of-module.ts';
import type { ClockRow } from '../row-set/plan-deadline-clocks-of-row.ts';
import type { WriteRequest } from './write-request.ts';

type Values = Readonly<Record<string, unknown>>;

/** What a call requests. Each of the phases `load → plan → check → store` adds to it. */
export interface WriteCall {
  readonly engine: Engine;
  /** If `begun` is false, no statement has run in it yet. */
  readonly tx: Transaction & { readonly begun?: boolean };
  /** Whether the write began the transaction itself, and therefore commits it. */
  readonly ownsTransaction: boolean;
  readonly resource: AnyResource;
  readonly caller: Caller;
  readonly order: WriteRequest;
  /** The declared move, of operation `move`. */
  readonly move: Move | undefined;
  /** Adds another row of the resource in the same transaction, on behalf of the caller. Returns its key. */
  addRow(order: Pick<WriteRequest, 'input' | 'set' | 'copyOf'>): Promise<number>;
}

/**
 * The write with what a phase adds to it. The object itself grows, because a copy of its twenty members in each phase
 * takes longer than most of what the phase does.
 */
export const extendWrite = <W extends WriteCall, Added extends object>(write: W, added: Added): W & Added =>
  Object.assign(write, added);

/** Columns of the stored row that are not declared but that the write depends on. */
export interface WriteState {
  readonly [column: string]: unknown;
  readonly approval?: PendingMoveApproval | null;
  /** Index of the first guard of the move that the row does not meet. */
  readonly closed?: number | null;
  readonly clocks?: readonly ClockRow[];
  /** Somebody has an open to-do message about the row, which the move settles. */
  readonly todos?: boolean;
}

/** After `load`: the row as it is. */
export interface LoadedWrite extends WriteCall {
  /** Whether the row is locked until the end of the transaction. */
  readonly locks: boolean;
  /** Where rows are read: in the transaction if the row is locked, otherwise over any connection. */
  readonly db: Queryable;
  /** The stored row, unmasked. Undefined for operation `add`. */
  readonly before: WireRow<AnyResource> | undefined;
  readonly state: WriteState;
}

/** One step of a move that needs several approvals, or the end of its proposal. */
export interface ApprovalStep {
  readonly name: string;
  /** The move happens with this step. */
  readonly last: boolean;
  readonly fields: Fields;
  /** The input that counts: for the last step that of the proposal, for any other its own. */
  readonly input: Values;
  /** The proposal as the row stores it afterwards; null: none is open any more. */
  readonly approval: PendingMoveApproval | null;
}

/** After `plan`: what would be stored, and what is wrong with the input. */
export interface PlannedWrite extends LoadedWrite {
  /** Declarations as the writer sees them. */
  readonly visible: DeclarationVisibleToWriter;
  readonly step: ApprovalStep | undefined;
  /** The move, if it takes effect with this write. Undefined: it is a step other than the last. */
  readonly happens: Move | undefined;
  /** The fields by which the input is read. */
  readonly fields: Fields;
  /** The checked input, in wire form. */
  readonly checked: Values;
  readonly errors: FieldErrors;
  /** The lists of rows that came with a form. */
  readonly lists: SubmittedChildLists | undefined;
}

/** Whether a write takes effect. A step other than the last only records the proposal. */
export const moveTakesEffect = ({ move, happens }: Pick<PlannedWrite, 'move' | 'happens'>): boolean =>
  move === undefined || happens !== undefined;

/** After `check`: the write is valid. */
export interface CheckedWrite extends PlannedWrite {
  readonly contributions: readonly FeatureContribution[];
  /** Columns to be stored, in wire form. */
  readonly values: Record<string, unknown>;
  readonly context: WriteContext;
  readonly effects: HookEffects;
}

/** What hooks added to a write. */
export interface HookEffects {
  readonly events: { name: string; payload: Values }[];
  readonly afterStore: ((id: number) => Promise<void>)[];
  readonly statements: RowStatement[];
  readonly notes: (string | Text)[];
  readonly computed: Map<string, Sql>;
  /** What the entry in the evidence chain contains besides the input. */
  readonly chained: Record<string, unknown>;
  /** The state in which a hook ends the move. */
  chosen: string | undefined;
}

/** A statement executed together with the one that stores the row; `row` is the alias of that row. */
export type RowStatement = (row: Sql) => Sql;

/** A write about to be stored, as contributions to phase `store` see it. */
export interface StoredWrite extends Pick<CheckedWrite, 'context' | 'values' | 'effects'> {
  /** The new state of the row. Undefined: the write does not change it. */
  readonly to: string | undefined;
}

/** What a contribution has stored with the row. */
export interface FeatureStatements {
  readonly statements?: readonly RowStatement[];
  /** Runs once the row is stored, before what hooks registered. */
  readonly beforeHooks?: () => Promise<void>;
  /** Runs once the row is stored, after what hooks registered. */
  readonly afterHooks?: readonly ((id: number) => Promise<void>)[];
  /** New rows of lists, whose keys the storing statement draws. */
  readonly newRows?: NewChildRows | undefined;
  /** The statement must run in a transaction, so that it leaves nothing behind if it stores no row. */
  readonly needsTransaction?: boolean;
  /** Entries of the history besides the columns that differ. */
  readonly changes?: Values | undefined;
}

/** The work of a feature for one write, by phase. */
export interface FeatureContribution {
  /** plan: columns written besides the input, in wire form. Hooks see them. */
  readonly values?: Values;
  /** plan: the change request that hooks may add to. */
  readonly proposed?: Values;
  /** check, before the hooks of the resource. */
  runHooks?(context: WriteContext): Promise<void>;
  /** check, after all hooks: notes errors. */
  check?(): Promise<void> | void;
  /** store: columns of the row in its new state. They replace those of earlier contributions. */
  columns?(write: StoredWrite): Promise<Values> | Values;
  /** store: statements and work besides the row's own. */
  parts?(write: StoredWrite): Promise<FeatureStatements | undefined> | FeatureStatements | undefined;
}

/** A feature of the language that takes part in writes. */
export interface WriteFeature {
  /** load: members of the JSON object {@link WriteState}, `'name', expression` on alias `t`. */
  state?(call: WriteCall): readonly Sql[];
  /** load: refuses what cannot be done with the row as it is. */
  refuse?(write: LoadedRow): void;
  /** plan: what the feature does for the write. Undefined: nothing. */
  plan?(write: PlannedWrite): FeatureContribution | undefined;
}

/** A write of an existing row. */
export interface LoadedRow extends LoadedWrite {
  readonly before: WireRow<AnyResource>;
}

/** The name of the move in history and clocks, with the step if it needs several approvals. */
export const moveName = ({ order, step }: Pick<PlannedWrite, 'order' | 'step'>): string | undefined =>
  order.move && (step ? `${order.move}:${step.name}` : order.move);

/** The value of a property in the first object that has it. */
export function firstValueOfProperty(name: string, ...objects: readonly (Values | undefined)[]): unknown {
  for (const values of objects) if (values && Object.hasOwn(values, name)) return values[name];
  return undefined;
}
