import type { Text } from '../text/text.ts';

/** A declared clock, by its name in `clocks` of a life. */
export interface Clock<S extends string = string> extends Text {
  /** Code of its time rule: the version in force when the matter was filed (`filed` of the life) decides. */
  readonly rule?: string;
  /**
   * Its last day where a decision says so and no rule: a date of the row, or an input of the move. Not told, it does not
   * run; and nobody has anything to do until it has ended.
   */
  readonly until?: string;
  /** States it runs in. Coming into them starts it, unless there are moves that say `starts`; leaving them stops it. */
  readonly in: readonly S[];
  /** Date or moment it counts from, a field of the row or an input of the move; it may lie in the past. Now unless told. */
  readonly from?: string;
  /**
   * A party is told the date as it starts: counted anew on another calendar it ends later or as told, never before. Said
   * wherever members read the resource, whose lists and records show the date; others become so once a reminder tells it.
   */
  readonly served?: boolean;
  /** Somebody is in danger: it stands before every other limit on the wall, which rings until somebody takes note of it. */
  readonly urgent?: true;
}

/** What a move does to clocks by name, besides what coming into its state and leaving the last one does. */
export interface ClockMoves<C extends string = string> {
  /** They begin, anew where they run. */
  readonly starts?: readonly C[];
  readonly stops?: readonly C[];
  /** They stand still until a move resumes them; its `reason` and `document_no` are kept with the pause. */
  readonly pauses?: readonly C[];
  readonly resumes?: readonly C[];
}
