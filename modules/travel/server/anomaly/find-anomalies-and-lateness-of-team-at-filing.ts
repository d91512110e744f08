import type { ChangeContext } from '#server/write/hook/write-hooks-of-module.ts';
import type { itinerary } from '../../contract/itinerary/team-itinerary.ts';
import type { AnomalyChecker } from '../itinerary/itinerary-write-hook-dependencies.ts';
import { readRuleOverrides } from './anomaly-rule-threshold-overrides.ts';
import { checkTeamAndRefuseWriteOrStoreFindings } from './refuse-write-or-store-anomaly-findings-of-team.ts';
import { teamFiledTooLate } from './rule/team-filed-too-late.ts';

/** Reads the rules for a team that is being filed: whether it is late, and a check with the same thresholds. */
export async function createAnomalyCheckerForFiling(context: ChangeContext<typeof itinerary>): Promise<AnomalyChecker> {
  const { engine, tx, before } = context;
  const tuning = (await readRuleOverrides(engine, tx, [before.id]))(before.id);
  const parameters = { ...teamFiledTooLate.parameters, ...tuning.I11?.parameters };
  const lead = before.kind === 'one_day' ? parameters.one_day_hours : parameters.lead_hours;
  return {
    isLate: before.start_at - Math.floor(Date.now() / 1000) < Number(lead) * 3600,
    check: (id) => checkTeamAndRefuseWriteOrStoreFindings(context, id, tuning),
  };
}
