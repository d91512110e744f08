import type { Text } from '#kernel/text/text.ts';
import type { Interval } from '#kernel/time/interval.ts';
import type { Entry } from '../../road/gate-visits.ts';
import type { CoachReadings, Spot } from '../../road/track.ts';

/** A vehicle as a team uses it. */
export interface VehicleUse extends Interval {
  readonly plate: string;
  /** Seats of the permit. */
  readonly seats: number;
  readonly drivers: readonly string[];
  /** Both teams of a transfer said that they share the vehicle. */
  readonly shares: boolean;
}

/** A vehicle, a guide or a driver in another team. */
export interface OtherUse extends Interval {
  readonly name: string;
  readonly team_no: string;
}

export interface OtherVehicleUse extends OtherUse {
  readonly shares: boolean;
  /** People of that team. */
  readonly pax: number;
}

/** What a driver drives for another team, alone or in turns. */
export interface OtherDrives {
  readonly name: string;
  readonly team_no: string;
  /** Drivers that take turns. */
  readonly turns: number;
  readonly drives: readonly Interval[];
}

/** A place the plan stops at. Days count from 1, minutes from midnight. */
export interface PlannedStop {
  readonly day: number;
  readonly type: 'scenic' | 'shop' | 'meal' | 'transfer' | 'free';
  readonly name: string;
  readonly arrive: number | undefined;
  readonly minutes: number;
  /** Cents a person pays there. */
  readonly fee: number;
  /** Put into the plan after the team had left. */
  readonly late: boolean;
  readonly place?: Spot | undefined;
}

/** A paper somebody needs through the whole trip, with its last day (YYYY-MM-DD); undefined: there is none. */
export interface NeededPaper {
  /** Whose document it is and which, in both languages. */
  readonly holder: Text;
  readonly last: string | undefined;
  /** Of the itinerary. */
  readonly field?: string;
}

/** Somebody or something of a team that may not travel as it stands, whatever their papers say. */
export interface Barred {
  /** Of the itinerary. */
  readonly field: string;
  readonly why: Text;
}

/** A team as the rules look at it: plain, so that they can be tried on anything. Money is in cents, moments in seconds. */
export interface TeamSnapshot extends Interval {
  readonly team_no: string;
  readonly kind: string;
  /** When it was handed in. */
  readonly filed_at: number;
  readonly adults: number;
  readonly children: number;
  readonly minors: number;
  readonly elders: number;
  readonly total_fee: number;
  /** Paid to the agency that receives the team; undefined: there is none. */
  readonly ground_fee: number | undefined;
  /** Tickets, hotels, coach and guide, as far as they are known. */
  readonly declared_cost: number;
  /** Guidance price of a person for a day, where one is in force. */
  readonly guidance: number | undefined;
  readonly has_plan: boolean;
  readonly vehicles: readonly VehicleUse[];
  readonly guides: readonly (Interval & { readonly name: string })[];
  readonly stops: readonly PlannedStop[];
  readonly papers: readonly NeededPaper[];
  readonly barred: readonly Barred[];
  /** Other teams that are filed and not over, by who or what they use at any time. */
  readonly other: {
    readonly vehicles: readonly OtherVehicleUse[];
    readonly guides: readonly OtherUse[];
    readonly drivers: readonly OtherUse[];
    /** Of teams that count within a day of this one, those that are over too. */
    readonly drives: readonly OtherDrives[];
    readonly tourists: readonly OtherUse[];
    /** When its vehicles, by plate, and its people are hired by another agency. */
    readonly hires: readonly (Interval & { readonly name: string })[];
    /** Hires that its drivers drive within a day of it, by person: of which it is not known how long they are driven. */
    readonly hires_near: readonly (Interval & { readonly name: string })[];
    /** Teams handed in with the same list, whenever they travel. */
    readonly same_list: readonly string[];
  };
  readonly road: CoachReadings;
  /** What gates counted, in the order of place and time; of visits that are over. */
  readonly entries: readonly Entry[];
  /** Teams of its agency that leave on the same day, this one among them, and the people who work there. */
  readonly agency: { readonly teams: number; readonly staff: number };
}

export const peopleOf = ({ adults, children }: Pick<TeamSnapshot, 'adults' | 'children'>): number => adults + children;
