import type { Text } from '../text/text.ts';
import type { DeadlineClock, MoveEffectsOnClocks } from './deadline-clock.ts';
import type { Fields } from './field.ts';
import type { MoveEvidence } from './move-evidence.ts';
import type { Option } from './option.ts';
import type { Actor } from './role-in-row.ts';
import type { Guard } from './row-condition.ts';

/** A state of a row. */
export interface State extends Option {
  /** No move leads out of it; time limits stop. */
  readonly final?: boolean;
  /** The form fields that may be written in this state, by actor where they differ. Default: all. */
  readonly editable?: Editable | Readonly<Partial<Record<Actor, Editable>>>;
  /** Whether a row may be deleted in this state, by actor where it differs. Default: true. */
  readonly deletable?: boolean | Readonly<Partial<Record<Actor, boolean>>>;
  /**
   * Level of the office whose turn it is in this state: 3 county, 2 prefecture. Its officers have the row on their
   * to-do list; offices below it may only read the row until it has decided. Default: all who hold a move out of a
   * state in which the clock runs.
   */
  readonly officeLevel?: OfficeLevel;
  /**
   * Before submission the row is visible to its owner only. Officers see an owned row in this state only if an officer
   * added it. Lists, records, searches, counts, exports and pickers all leave it out.
   */
  readonly ownersOnly?: true;
  /**
   * Of people (`people` of a resource): in this state they hold the row they are named for. An invited person does not
   * yet.
   */
  readonly holds?: boolean;
}

/** Levels of offices, numbered as the levels of areas. */
export type OfficeLevel = 2 | 3;

/** All or none, only these fields, or all except these. A list of names also closes every field declared later. */
export type Editable = boolean | readonly string[] | { readonly except: readonly string[] };

/** One approver of a move that needs several, in order. Each step has its own permission node `<move>:<step>`. */
export interface Step {
  readonly name: string;
  readonly label: Text;
}

/** A declared transition, executed as one guarded update. */
export interface Move<S extends string = string, C extends string = string> extends MoveEffectsOnClocks<C> {
  readonly from: readonly S[];
  /** The new state. Default: the state stays. */
  readonly to?: S;
  /** States that a hook may choose instead of `to`, depending on the row. */
  readonly orTo?: readonly S[];
  readonly label: Text;
  /**
   * Who makes it: officers (default), the member who owns the row, or both. `[]`: only the platform, on many rows
   * (`moveRows`).
   */
  readonly by?: readonly Actor[];
  /** An act of the owner: officers can make it only if the row has no owner. */
  readonly ownersAct?: boolean;
  /** It returns the row: fields are marked, each with what is wrong, for the move that answers. */
  readonly marks?: true;
  /**
   * Each mark needs a new value or an explanation. The officer who returned the row cannot make this move (four eyes).
   */
  readonly answers?: true;
  /**
   * An officer who added or edited the row cannot make it, or not while the field has one of these values; `else` is the
   * message.
   */
  readonly byAnother?: { readonly else: Text } & (
    | { readonly field: string; readonly of: readonly string[] }
    | { readonly field?: never; readonly of?: never }
  );
  /** When it is possible, besides the state: conditions on the row, each with its message. */
  readonly when?: readonly Guard[];
  /**
   * A reference of the row. The row it points at is locked before this one, until the move commits. Decisions on the
   * same object are thus serialised, and the later one sees the result of the earlier.
   */
  readonly locks?: string;
  /** Input of the move. `store` fields of the same name are written to the row. */
  readonly input?: Fields;
  /**
   * Fields for which it proposes new values; only changed ones are sent. The proposed values are stored next to the
   * valid ones until a move accepts or rejects them, or the row enters a state with no such move.
   */
  readonly proposes?: readonly string[];
  /** The move whose proposed values this one writes. */
  readonly accepts?: string;
  /** The move whose proposed values this one discards. */
  readonly rejects?: string;
  /** Fields it stamps, as `stamps` of a resource does when a row is added. */
  readonly stamps?: readonly string[];
  /** It is what the row's open to-do messages ask for: they are marked as read, whoever they were sent to. */
  readonly settles?: true;
  /** What is attached to it as proof, asked for in its form and kept unchanged. */
  readonly evidence?: MoveEvidence;
  /** The event it emits, for instance `suspended`. Default: `moved`. */
  readonly emits?: string;
  /** Approvers in order: the move happens with the last step. Nobody may make two steps. */
  readonly steps?: readonly Step[];
  readonly tone?: 'primary' | 'default' | 'danger';
  /** Its maker can undo it within seconds: the screen offers undo instead of a confirmation. */
  readonly reversible?: boolean;
  /** One sentence about the consequences, shown in the confirmation. */
  readonly effect?: Text;
  /** Can be run on many selected rows at once. */
  readonly batch?: boolean;
}

/** Moves by name. */
export type Moves<S extends string = string, C extends string = string> = Readonly<Record<string, Move<S, C>>>;

/** States, moves and the initial state. The state is the field `status`, which only moves write. */
export interface Lifecycle<S extends string = string, M extends Moves<S> = Moves<S>> {
  readonly initial: S;
  /** The state of a row that an officer or the platform adds, what officers enter being verified. Default: `initial`. */
  readonly initialByOffice?: S;
  readonly states: Readonly<Record<S, State>>;
  readonly moves: M;
  /** Time limits by name. Several may run on a row; the earliest is its `due_at`. */
  readonly clocks?: Readonly<Record<string, DeadlineClock<S>>>;
  /**
   * Field with the day the matter was filed. It selects the versions of deadline rules and is the default start of clocks.
   */
  readonly filed?: string;
}
