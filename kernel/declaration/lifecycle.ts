import type { Text } from '../text/text.ts';
import type { Actor } from './account-types-and-member-role-names.ts';
import type { DeadlineClock, MoveEffectsOnClocks } from './deadline-clock.ts';
import type { Fields } from './field.ts';
import type { MoveEvidence } from './move-evidence-files-position-and-signatures.ts';
import type { Guard } from './row-condition-and-move-guard.ts';
import type { Option } from './select-option-with-label-color-tone.ts';

/** A state of a row. */
export interface State extends Option {
  /** No move leads out of this state, and all time limits stop in it. */
  readonly final?: boolean;
  /** The form fields that may be written in this state, by actor where they differ. Default: all. */
  readonly editable?: EditableFields | Readonly<Partial<Record<Actor, EditableFields>>>;
  /** Whether a row may be deleted in this state, by actor where it differs. Default: true. */
  readonly deletable?: boolean | Readonly<Partial<Record<Actor, boolean>>>;
  /**
   * Level of the office whose turn it is in this state: 3 county, 2 prefecture. Its officers have the row on their
   * to-do list. Offices below it can only read the row until it has decided. Default: the row is on the to-do list of
   * everybody who may make a move out of this state, if a clock runs in it.
   */
  readonly officeLevel?: OfficeLevel;
  /**
   * What officers have to do in this state, where the labels of its moves name results: those who wait for a review read
   * that it is awaited, and not that it was passed. Default: the labels of the moves.
   */
  readonly awaited?: Text;
  /**
   * In this state, before it is submitted, the row is visible to its owner only. Officers see it only if an officer
   * added it; otherwise lists, records, searches, counts, exports and pickers leave it out.
   */
  readonly ownersOnly?: true;
  /**
   * For a people resource: in this state a person has the rights of the role. A person who has only been invited has
   * not.
   */
  readonly holds?: boolean;
}

/** Levels of offices, numbered as the levels of areas. */
export type OfficeLevel = 2 | 3;

/**
 * All fields or none, only these fields, or all fields except these. With a list of names, fields that are declared
 * later are closed.
 */
export type EditableFields = boolean | readonly string[] | { readonly except: readonly string[] };

/** One of the approvals that a move needs, in order. Each step has its own permission node `<move>:<step>`. */
export interface MoveApprovalStep {
  readonly name: string;
  readonly label: Text;
}

/** A declared transition between states. It is stored with one guarded update. */
export interface Move<S extends string = string, C extends string = string> extends MoveEffectsOnClocks<C> {
  readonly from: readonly S[];
  /** The new state. Default: the state does not change. */
  readonly to?: S;
  /** States that a hook may choose instead of `to`, depending on the row. */
  readonly orTo?: readonly S[];
  readonly label: Text;
  /**
   * Who makes the move: officers (default), the member who owns the row, or both. `[]`: only the platform, on many rows
   * at once (`moveRows`).
   */
  readonly by?: readonly Actor[];
  /** The move is for the owner to make. Officers can make it only if the row has no owner. */
  readonly ownersAct?: boolean;
  /** The move returns the row for correction. The officer marks fields and says what is wrong with each. */
  readonly marks?: true;
  /**
   * The move answers a return: each marked field needs a new value or an explanation. The officer who returned the row
   * cannot make it (four eyes).
   */
  readonly answers?: true;
  /**
   * An officer who added or edited the row cannot make the move (with `field`: not while that field has one of the
   * values `of`; with `than`: the officer whom that field names, whoever wrote the row). `else` is the message of the
   * refusal.
   */
  readonly byAnother?: { readonly else: Text } & (
    | { readonly field: string; readonly of: readonly string[]; readonly than?: never }
    | { readonly than: string; readonly field?: never; readonly of?: never }
    | { readonly field?: never; readonly of?: never; readonly than?: never }
  );
  /** Conditions on the row, besides the state, under which the move is possible. Each has its own message. */
  readonly when?: readonly Guard[];
  /**
   * A reference field. The row it points at is locked before this row, until the move is committed. Decisions on the
   * same object therefore happen one after the other, and the later one sees the result of the earlier. `id`: the row
   * itself, for a move that reads rows which are written on their own while this row is in some state: what it read is
   * what is stored with it.
   */
  readonly locks?: string;
  /**
   * The input of the move. An input with the name of a field with `write: 'server'` is written to that field. Other
   * inputs are for hooks and the history.
   */
  readonly input?: Fields;
  /** The reason entered with the move is for officers. Members who hold the row do not read it in the timeline. */
  readonly internalNote?: true;
  /** Members who hold the row do not learn of the move: neither their timeline nor their live events have it. */
  readonly concealed?: true;
  /**
   * Fields for which the caller proposes new values, sending only those that differ. The proposed values are kept next
   * to the valid ones until a move accepts or rejects them, or until the row enters a state without such a move.
   */
  readonly proposes?: readonly string[];
  /** The move whose proposed values this move writes to the row. */
  readonly accepts?: string;
  /** The move whose proposed values this move discards. */
  readonly rejects?: string;
  /** Fields that the server stamps with this move, as it does those in the resource's `stamps` when a row is added. */
  readonly stamps?: readonly string[];
  /**
   * The move is what the row's open to-do messages ask for. They are then marked as read for everybody who received
   * them.
   */
  readonly settles?: true;
  /**
   * The move hands texts in. All fields with `screened` are then checked, including texts written before a word was
   * banned.
   */
  readonly screens?: true;
  /** What is attached to the move as proof. Its form asks for it, and it is never changed afterwards. */
  readonly evidence?: MoveEvidence;
  /** The event that the move emits, for instance `suspended`. Default: `moved`. */
  readonly emits?: string;
  /** The approvals it needs, in order. The move takes effect with the last one. Nobody may give two of them. */
  readonly steps?: readonly MoveApprovalStep[];
  readonly tone?: 'primary' | 'default' | 'danger';
  /**
   * The person who made the move can undo it within seconds. The screen then offers to undo it instead of asking for
   * confirmation.
   */
  readonly reversible?: boolean;
  /** One sentence about the consequences, shown in the confirmation. */
  readonly effect?: Text;
  /** The move can be made on many selected rows at once. */
  readonly batch?: boolean;
}

/** Moves by name. */
export type Moves<S extends string = string, C extends string = string> = Readonly<Record<string, Move<S, C>>>;

/** States, moves and the initial state. The state is the field `status`, which only moves write. */
export interface Lifecycle<S extends string = string, M extends Moves<S> = Moves<S>> {
  readonly initial: S;
  /**
   * The state of a row that an officer or the platform adds, for instance because what officers enter needs no
   * verification. Default: `initial`.
   */
  readonly initialByOffice?: S;
  readonly states: Readonly<Record<S, State>>;
  readonly moves: M;
  /** The time limits, by name. Several may run for one row at the same time; the earliest is its `due_at`. */
  readonly clocks?: Readonly<Record<string, DeadlineClock<S>>>;
  /**
   * The field with the day on which the matter was filed. That day decides which version of a deadline rule applies,
   * and clocks count from it unless they declare another start.
   */
  readonly filed?: string;
}
