import type { Text } from '#kernel/text/text.ts';
import type { Interval } from '#kernel/time/half-open-interval-in-unix-seconds.ts';
import type { CoachPlace, CoachReadings } from '../../readings/coach-positions-and-stays.ts';
import type { GateHeadcount } from '../../readings/group-gate-entries-into-visits.ts';

/** Use of a vehicle by a team. */
export interface VehicleUse extends Interval {
  readonly plate: string;
  /** Licensed seats. */
  readonly seats: number;
  readonly drivers: readonly string[];
  /** Both teams of a transfer declared that they share the vehicle. */
  readonly shares: boolean;
}

/** Use of a vehicle, guide or driver by another team. */
export interface UseByOtherTeam extends Interval {
  readonly name: string;
  readonly team_no: string;
}

export interface VehicleUseByOtherTeam extends UseByOtherTeam {
  readonly shares: boolean;
  /** Tourists of that team. */
  readonly pax: number;
}

/** Drives of a driver for another team. */
export interface DrivesForOtherTeam {
  readonly name: string;
  readonly team_no: string;
  /** Drivers who take turns. */
  readonly turns: number;
  readonly drives: readonly Interval[];
}

/** A stop of the plan. Days count from 1, minutes from midnight. */
export interface PlannedStop {
  readonly day: number;
  readonly type: 'scenic' | 'shop' | 'meal' | 'transfer' | 'free';
  readonly name: string;
  readonly arrive: number | undefined;
  readonly minutes: number;
  /** Cents per person. */
  readonly fee: number;
  /** Added after departure. */
  readonly late: boolean;
  readonly place?: CoachPlace | undefined;
}

/** A document needed for the whole trip and its last day (YYYY-MM-DD); undefined: there is none. */
export interface RequiredDocument {
  /** Holder and kind of the document. */
  readonly holder: Text;
  readonly last: string | undefined;
  /** Field of the itinerary. */
  readonly field?: string;
}

/** Crew or a vehicle that may not travel for another reason than documents. */
export interface BarredPerson {
  /** Field of the itinerary. */
  readonly field: string;
  readonly why: Text;
}

/** A team as input of the rules, without database or clock. Money in cents, times in Unix seconds. */
export interface TeamSnapshot extends Interval {
  readonly team_no: string;
  readonly kind: string;
  /** Time of filing. */
  readonly filed_at: number;
  readonly adults: number;
  readonly children: number;
  readonly minors: number;
  readonly elders: number;
  readonly total_fee: number;
  /** Fee of the local operator; undefined: there is none. */
  readonly ground_fee: number | undefined;
  /** Known costs: tickets, hotels, coach and guide. */
  readonly declared_cost: number;
  /** Guidance price per person and day, in cents; undefined: none is in force. */
  readonly guidance: number | undefined;
  readonly has_plan: boolean;
  readonly vehicles: readonly VehicleUse[];
  readonly guides: readonly (Interval & { readonly name: string })[];
  readonly stops: readonly PlannedStop[];
  readonly papers: readonly RequiredDocument[];
  readonly barred: readonly BarredPerson[];
  /** Other filed teams that use the same vehicles, people or tourists. */
  readonly other: {
    readonly vehicles: readonly VehicleUseByOtherTeam[];
    readonly guides: readonly UseByOtherTeam[];
    readonly drivers: readonly UseByOtherTeam[];
    /** Includes teams already over, within a day of this one. */
    readonly drives: readonly DrivesForOtherTeam[];
    readonly tourists: readonly UseByOtherTeam[];
    /** Hires of its vehicles, by plate, and of its people by other agencies. */
    readonly hires: readonly (Interval & { readonly name: string })[];
    /** Hires its drivers drive within a day of it, by person; how long they drive is unknown. */
    readonly hires_near: readonly (Interval & { readonly name: string })[];
    /** Teams filed with the same list, at any time. */
    readonly same_list: readonly string[];
  };
  readonly road: CoachReadings;
  /** Counts of gates by place and time, for completed visits. */
  readonly entries: readonly GateHeadcount[];
  /** Teams of the agency that depart on the same day, this one included, and its staff. */
  readonly agency: { readonly teams: number; readonly staff: number };
}

export const peopleOf = ({ adults, children }: Pick<TeamSnapshot, 'adults' | 'children'>): number => adults + children;
