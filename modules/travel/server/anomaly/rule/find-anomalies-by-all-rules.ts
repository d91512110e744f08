import type { AnomalyCode, RuleAction } from '../../../contract/anomaly/anomaly-codes-actions-and-severities.ts';
import { belowCostTour } from './below-cost-tour.ts';
import { coachDeviatesFromItinerary } from './coach-deviates-from-itinerary.ts';
import type { AnomalyFinding, AnomalyRule } from './declare-anomaly-rule.ts';
import { emergencyPlanMissingWithManyMinorsOrSeniors } from './emergency-plan-missing-with-many-minors-or-seniors.ts';
import { excessiveDrivingTime } from './excessive-driving-time.ts';
import { excessiveShoppingInItinerary } from './excessive-shopping-in-itinerary.ts';
import { expiredDocumentOrSuspendedCrew } from './expired-document-or-suspended-crew.ts';
import { feeBelowGuidancePrice } from './fee-below-guidance-price.ts';
import { feeBelowTicketPrices } from './fee-below-ticket-prices.ts';
import { gateCountDiffersFromTeamSize } from './gate-count-differs-from-team-size.ts';
import { guideOrDriverInOverlappingTeams } from './guide-or-driver-in-overlapping-teams.ts';
import { guideWithoutRestDay } from './guide-without-rest-day.ts';
import { morePeopleThanSeats } from './more-people-than-seats.ts';
import { moreTeamsThanAgencyStaff } from './more-teams-than-agency-staff.ts';
import { sameTouristListAsOtherTeam } from './same-tourist-list-as-other-team.ts';
import { teamFiledTooLate } from './team-filed-too-late.ts';
import type { TeamSnapshot } from './team-snapshot-type.ts';
import { touristInOverlappingTeams } from './tourist-in-overlapping-teams.ts';
import { vehicleInOverlappingTeams } from './vehicle-in-overlapping-teams.ts';

/** All rules for teams, by code. I14 concerns coaches without a team (`coach-without-filed-team.ts`). */
export const anomalyRules: readonly AnomalyRule[] = [
  vehicleInOverlappingTeams,
  guideOrDriverInOverlappingTeams,
  excessiveDrivingTime,
  morePeopleThanSeats,
  feeBelowGuidancePrice,
  belowCostTour,
  excessiveShoppingInItinerary,
  touristInOverlappingTeams,
  expiredDocumentOrSuspendedCrew,
  coachDeviatesFromItinerary,
  teamFiledTooLate,
  gateCountDiffersFromTeamSize,
  guideWithoutRestDay,
  emergencyPlanMissingWithManyMinorsOrSeniors,
  feeBelowTicketPrices,
  moreTeamsThanAgencyStaff,
  sameTouristListAsOtherTeam,
];

/** Changes to the rules for an area: parameters, action, or whether a rule is disabled. */
export type RuleOverrides = Readonly<
  Partial<
    Record<
      AnomalyCode,
      {
        readonly parameters?: Readonly<Record<string, number>>;
        readonly action?: RuleAction;
        readonly rests?: boolean;
      }
    >
  >
>;

/** Applies all rules to a team; gravest findings first. */
export function findAnomalies(team: TeamSnapshot, tuning: RuleOverrides = {}): AnomalyFinding[] {
  return anomalyRules
    .filter(({ code }) => !tuning[code]?.rests)
    .flatMap((one) => {
      const { parameters, action = one.action } = tuning[one.code] ?? {};
      const found = one.find(team, { ...one.parameters, ...parameters });
      return found.map((seen) => ({ code: one.code, severity: one.severity, article: one.article, ...seen, action }));
    })
    .toSorted((a, b) => Number(b.severity) - Number(a.severity) || a.code.localeCompare(b.code));
}
