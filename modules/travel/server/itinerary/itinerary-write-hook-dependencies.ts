import type { Transaction } from '#server/db/open-database.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { ChangeContext } from '#server/write/hook/write-hooks-of-module.ts';
import type { itinerary } from '../../contract/itinerary/team-itinerary.ts';

type Change = ChangeContext<typeof itinerary>;

/** The anomaly rules with the thresholds of the area a team departs in. */
export interface AnomalyChecker {
  /** Whether the team is filed later than the rules allow. */
  readonly isLate: boolean;
  /** Applies the rules to the stored team; refuses the write where one of them blocks. */
  check(id: number): Promise<unknown>;
}

/**
 * What writing a team needs of the anomaly rules and the team code. These folders depend on this one, so `module.ts`
 * passes the functions in.
 */
export interface ItineraryWriteHookDependencies {
  /** Reads the rules for a team that is being filed. */
  readRules(context: Change): Promise<AnomalyChecker>;
  /** Applies the rules to a stored team; refuses the write where one of them blocks. */
  checkTeam(context: Change, id: number): Promise<unknown>;
  /** The signed code of a team as the transaction leaves it; undefined where it has none yet or no longer. */
  readCode(context: { readonly engine: Engine; readonly tx: Transaction }, id: number): Promise<string | undefined>;
}
