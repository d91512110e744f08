/** Answer of `GET /api/travel.road/teams`: what a guide needs for a day without a network. */
export interface GuideTeamsAnswer {
  /** Null where no guide card is linked to the account. */
  readonly guide: GuideCardSummary | null;
  readonly teams: readonly TeamOfGuide[];
  /** Phone number of the duty room. */
  readonly hotline: string;
  /** The open emergency call of the guide: not acknowledged yet, or being handled. */
  readonly sos: OpenSos | null;
}

export interface GuideCardSummary {
  readonly name: string;
  readonly card_no: string;
  readonly valid: boolean;
  readonly valid_to: string;
}

export interface OpenSos {
  readonly id: number;
  readonly status: string;
  /** Unix seconds. */
  readonly made_at: number;
  readonly acknowledged_by: string | null;
}

export interface TeamOfGuide {
  readonly id: number;
  readonly team_no: string;
  /** Absent in answers cached before routes had names. */
  readonly route?: string | null;
  readonly status: string;
  readonly start_at: number;
  readonly end_at: number;
  readonly people: number;
  /** When the guide confirmed the assignment, in Unix seconds; null: not yet, or the departure has changed since. */
  readonly confirmed_at: number | null;
  readonly agency: string;
  readonly agency_mobile: string | null;
  readonly emergency_contact: string;
  readonly emergency_mobile: string;
  readonly vehicles: readonly {
    readonly plate: string;
    readonly seats: number | null;
    readonly drivers: readonly { readonly name: string; readonly mobile: string }[];
  }[];
  readonly stops: readonly TeamStop[];
  /** The last headcount. */
  readonly counted: { readonly people: number; readonly at: number } | null;
  readonly requests: readonly TeamChangeRequest[];
}

export interface TeamStop {
  readonly id: number;
  readonly day_no: number;
  readonly name: string;
  readonly poi_type: string;
  /** HH:mm. */
  readonly arrive: string;
  readonly plan_arrive: number | null;
  readonly actual_arrive: number | null;
  readonly place: { readonly lng: number; readonly lat: number } | null;
}

export interface TeamChangeRequest {
  readonly id: number;
  readonly kind: string;
  readonly stop_name: string | null;
  readonly status: string;
  readonly answer: string | null;
}
