import type { Text } from '../text/text.ts';
import type { Clock, ClockMoves } from './clock.ts';
import type { Fields } from './field.ts';
import type { Guard } from './field-check.ts';
import type { Option } from './option.ts';
import type { Actor } from './role.ts';

/** Where a row can be in its life. */
export interface State extends Option {
  /** No move leads out; deadlines stop. */
  readonly final?: boolean;
  /** What of the row's form may be written in this state, told by actor where it differs; everything unless told. */
  readonly editable?: Editable | Readonly<Partial<Record<Actor, Editable>>>;
  /** Whether a row may be deleted in this state, told by actor where it differs; it may unless told. */
  readonly deletable?: boolean | Readonly<Partial<Record<Actor, boolean>>>;
  /**
   * Level of the office whose step it is while a row is here: 3 county, 2 prefecture. Its officers find the row among
   * what they have to do, and those of offices below only read it until they have decided; without it, all who hold a move out of a state the clock runs in do.
   */
  readonly officeLevel?: OfficeLevel;
  /**
   * What its owner has not handed in is theirs alone: officers see a row that somebody owns in this state only where an officer
   * added it. Lists, records, searches, counts, sheets and choices leave it out likewise.
   */
  readonly ownersOnly?: true;
  /** Of people (`people` of a resource): in this state they hold what they are named for; an invited person does not yet. */
  readonly holds?: boolean;
}

/** Levels of offices, as areas count them. */
export type OfficeLevel = 2 | 3;

/** Everything or nothing, these fields alone, or all but these. A list also closes every field declared later. */
export type Editable = boolean | readonly string[] | { readonly except: readonly string[] };

/** One approver of a move that needs several, in order. Each step has its own permission node `<move>:<step>`. */
export interface Step {
  readonly name: string;
  readonly label: Text;
}

/** A declared transition: one guarded update. */
export interface Move<S extends string = string, C extends string = string> extends ClockMoves<C> {
  readonly from: readonly S[];
  /** The row stays in its state unless told. */
  readonly to?: S;
  /** States a hook may choose instead of `to`, when the facts of the row ask for it. */
  readonly orTo?: readonly S[];
  readonly label: Text;
  /** Who makes it: officers (default), the member who owns the row, or both. */
  readonly by?: readonly Actor[];
  /** The act of the member who owns the row: officers make it only where nobody does. */
  readonly ownersAct?: boolean;
  /** It returns the row: fields are marked, each with what is wrong with it, for the move that answers. */
  readonly marks?: true;
  /** Each mark wants another value or an explanation. An officer who returned the row does not make it: two are to look. */
  readonly answers?: true;
  /** An officer who added or edited the row does not make it, where the field says one of these; with the words for them. */
  readonly byAnother?: { readonly field: string; readonly of: readonly string[]; readonly else: Text };
  /** When it is possible, besides the state: conditions on the row, each with the words for where it is not met. */
  readonly when?: readonly Guard[];
  /**
   * A reference of the row: what it refers to is locked until the move is committed, before the row itself is. Decisions about
   * one thing are so made one after the other, and the later one finds what the earlier one decided.
   */
  readonly locks?: string;
  /** What must be told with the move; `store` fields of the same name are written to the row by the move. */
  readonly input?: Fields;
  /**
   * Fields of the row it asks other values for, where only what is to change is given. The values wait in the row beside
   * those that stay valid, until a move accepts or rejects them or the row comes to where none could.
   */
  readonly proposes?: readonly string[];
  /** The move whose proposed values are written by this one, */
  readonly accepts?: string;
  /** or are given up. */
  readonly rejects?: string;
  /** The fact it tells when it happens, `suspended`; `moved` unless told. */
  readonly emits?: string;
  /** Several approvers in order: the move happens with the last step; no person takes two. */
  readonly steps?: readonly Step[];
  readonly tone?: 'primary' | 'default' | 'danger';
  /** Can be taken back within seconds by its maker: the screen offers undo instead of asking first. */
  readonly reversible?: boolean;
  /** One sentence on what happens, shown before the move is confirmed. */
  readonly effect?: Text;
  /** May be run on many selected rows at once. */
  readonly batch?: boolean;
}

/** Moves by name. */
export type Moves<S extends string = string, C extends string = string> = Readonly<Record<string, Move<S, C>>>;

/** States, moves and where life begins. The state is the field `status`; only moves write it. */
export interface Lifecycle<S extends string = string, M extends Moves<S> = Moves<S>> {
  readonly initial: S;
  readonly states: Readonly<Record<S, State>>;
  readonly moves: M;
  /** Time limits by name, of which several may run on a row; what is due first is its `due_at`. */
  readonly clocks?: Readonly<Record<string, Clock<S>>>;
  /** Field with the day the matter was filed, which decides on the versions of time rules; the start of a clock unless told. */
  readonly filed?: string;
}
