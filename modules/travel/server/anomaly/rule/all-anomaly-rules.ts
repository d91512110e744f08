import type { AnomalyCode, RuleAction } from '../../../contract/anomaly/anomaly-options.ts';
import type { AnomalyRule, Finding } from './anomaly-rule.ts';
import { belowCostTour } from './below-cost-tour.ts';
import { drivingTime } from './driving-time.ts';
import { excessiveShopping } from './excessive-shopping.ts';
import { expiredDocumentOrSuspendedCrew } from './expired-document-or-suspended-crew.ts';
import { feeBelowGuidancePrice } from './fee-below-guidance-price.ts';
import { feeBelowTicketPrices } from './fee-below-ticket-prices.ts';
import { gateCountMismatch } from './gate-count-mismatch.ts';
import { guideOrDriverOverlap } from './guide-or-driver-overlap.ts';
import { guideRest } from './guide-rest.ts';
import { itineraryDeviation } from './itinerary-deviation.ts';
import { lateFiling } from './late-filing.ts';
import { missingEmergencyPlan } from './missing-emergency-plan.ts';
import { overSeats } from './over-seats.ts';
import { plateOverlap } from './plate-overlap.ts';
import { sameTouristList } from './same-tourist-list.ts';
import type { TeamSnapshot } from './team-snapshot.ts';
import { tooManyAgencyTeams } from './too-many-agency-teams.ts';
import { touristOverlap } from './tourist-overlap.ts';

/** All rules for teams, by code. I14 concerns coaches without a team (`unfiled-coach.ts`). */
export const anomalyRules: readonly AnomalyRule[] = [
  plateOverlap,
  guideOrDriverOverlap,
  drivingTime,
  overSeats,
  feeBelowGuidancePrice,
  belowCostTour,
  excessiveShopping,
  touristOverlap,
  expiredDocumentOrSuspendedCrew,
  itineraryDeviation,
  lateFiling,
  gateCountMismatch,
  guideRest,
  missingEmergencyPlan,
  feeBelowTicketPrices,
  tooManyAgencyTeams,
  sameTouristList,
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
export function findAnomalies(team: TeamSnapshot, tuning: RuleOverrides = {}): Finding[] {
  return anomalyRules
    .filter(({ code }) => !tuning[code]?.rests)
    .flatMap((one) => {
      const { parameters, action = one.action } = tuning[one.code] ?? {};
      const found = one.find(team, { ...one.parameters, ...parameters });
      return found.map((seen) => ({ code: one.code, severity: one.severity, article: one.article, ...seen, action }));
    })
    .toSorted((a, b) => Number(b.severity) - Number(a.severity) || a.code.localeCompare(b.code));
}
