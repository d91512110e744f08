/** Why an office has jurisdiction over a complaint. */
export type JurisdictionGround = 'domicile' | 'event' | 'harm';

/** What the clerk's page shows beside a complaint: similar ones, and the offices that have jurisdiction. */
export interface SimilarComplaintsAndJurisdiction {
  readonly duplicates: readonly {
    readonly id: number;
    readonly no: string;
    readonly status: string;
    readonly filed_on: string;
    readonly shown_name: string;
    /** Filed with the same mobile. */
    readonly mobile: boolean;
    /** Share of the text in common, 0 to 1. */
    readonly similarity: number;
  }[];
  /** Closed complaints of the same category about the same respondent within a year, with how they ended. */
  readonly ended: readonly {
    readonly id: number;
    readonly no: string;
    readonly outcome: string | null;
    readonly responsibility: string | null;
    readonly paid_amount: string | null;
    readonly closed_on: string;
  }[];
  /** Number of complaints about the respondent within a year. */
  readonly of_respondent: number;
  readonly offices: readonly {
    readonly area_code: string;
    readonly area: string;
    readonly ground: JurisdictionGround;
  }[];
}
