import type { Text } from '../text/text.ts';

/** A time limit declared under its name in `clocks` of a life cycle. */
export interface DeadlineClock<S extends string = string> extends Text {
  /**
   * Code of its deadline rule. The version in force on the day the matter was filed (`filed` of the life cycle) applies.
   */
  readonly rule?: string;
  /**
   * For a limit set by a decision instead of a rule: the date field of the row, or the input of the move, with its
   * last day. Without a value it does not run. While it runs nobody has anything to do.
   */
  readonly until?: string;
  /**
   * States it runs in. Entering one of them starts it, unless some move declares it in `starts`; leaving them stops it.
   */
  readonly in: readonly S[];
  /** Date or moment it counts from: a field of the row or an input of the move. It may be in the past. Default: now. */
  readonly from?: string;
  /**
   * A party is notified of the last day when the clock starts. A recount on a changed calendar can then only move the
   * day later, never earlier. Declared wherever members read the resource, because their lists and records show the
   * date; other clocks become served when a reminder has announced the date.
   */
  readonly served?: boolean;
  /**
   * Somebody is in danger: listed before all other time limits on the wall, which sounds an alarm until somebody
   * acknowledges it.
   */
  readonly urgent?: true;
}

/** What a move does to clocks, by name, besides the start and stop that come with its state. */
export interface MoveEffectsOnClocks<C extends string = string> {
  /** Starts these clocks, or restarts them if they run. */
  readonly starts?: readonly C[];
  readonly stops?: readonly C[];
  /** Pauses these clocks until a move resumes them. The move's `reason` and `document_no` are stored with the pause. */
  readonly pauses?: readonly C[];
  readonly resumes?: readonly C[];
}
