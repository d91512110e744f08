import type { Text } from '../text/text.ts';
import type { WarningOption } from '../time/times-of-deadline-warnings.ts';

/** A time limit declared under its name in `clocks` of a life cycle. */
export interface DeadlineClock<S extends string = string> extends Text {
  /**
   * Code of its deadline rule. The version in force on the day the matter was filed (`filed` of the life cycle) applies.
   */
  readonly rule?: string;
  /**
   * Codes of other rules by a value of the row, as a level is due sooner than the one below; `rule` applies to all other
   * values. When the value is edited, the clock goes on by the rule of the new one, from the same start.
   */
  readonly ruleBy?: { readonly field: string; readonly rules: Readonly<Record<string, string>> };
  /**
   * For a time limit that a decision sets instead of a rule: the date field of the row, or the date input of the move,
   * that contains the last day. Without a value the clock does not run. While it runs, nobody has anything to do.
   */
  readonly until?: string;
  /** With `until`: when people are warned of the last day. Default: seven days and one day before it, and on it. */
  readonly warn?: readonly WarningOption[];
  /**
   * The states in which the clock runs. Entering one of them starts the clock, unless a move names it in `starts`.
   * Leaving them stops it.
   */
  readonly in: readonly S[];
  /**
   * The date or moment from which the clock counts: a field of the row or an input of the move. It may be in the past.
   * Default: now.
   */
  readonly from?: string;
  /**
   * The party is told the last day when the clock starts. If the calendar changes, the day is then only ever moved
   * later, never earlier. Set this for resources that members read, because their lists and records show the date. Any
   * other clock is treated in this way from the first reminder on that announces its date.
   */
  readonly served?: boolean;
  /**
   * Somebody is in danger. The wall lists the row before all other time limits and sounds an alarm until somebody
   * acknowledges it.
   */
  readonly urgent?: true;
}

/** What a move does to clocks, by their names, in addition to starting and stopping those that depend on the state. */
export interface MoveEffectsOnClocks<C extends string = string> {
  /** Starts these clocks, or restarts them if they run. */
  readonly starts?: readonly C[];
  readonly stops?: readonly C[];
  /** Pauses these clocks until a move resumes them. The move's `reason` and `document_no` are stored with the pause. */
  readonly pauses?: readonly C[];
  readonly resumes?: readonly C[];
}
