/** A visit on the board of officers. */
export interface VisitOfOfficersInWeek {
  readonly id: number;
  readonly check_no: string | null;
  readonly name: string;
  readonly status: string;
  readonly day: string;
  /** Unix seconds of the agreed time; 0: none. */
  readonly from: number;
  readonly officers: readonly number[];
  /** Of the enterprise; null: not on record. */
  readonly place: { readonly lng: number; readonly lat: number } | null;
  readonly address: string;
}

/** `GET enforcement.check/board`: visits of a week by officer and day. */
export interface WeeklyVisitsByOfficer {
  readonly from: string;
  readonly days: readonly string[];
  readonly officers: readonly {
    readonly id: number;
    readonly name: string;
    /** Certificate number. */
    readonly certificate: string;
    /** Checks in which the officer has work, in all areas. */
    readonly workload: number;
    /** Those of them that the caller may see. */
    readonly under_way: number;
    readonly capacity: number;
  }[];
  readonly visits: readonly VisitOfOfficersInWeek[];
  /** There are more visits than are shown. */
  readonly cut: boolean;
}

/** `GET enforcement.check/figures`: what checks of a time came to. */
export interface CheckFigures {
  /** Checks that began. */
  readonly checks: number;
  /** Items with a problem. */
  readonly findings: number;
  /** Findings in a hundred checks. */
  readonly per_hundred: number;
  readonly reviewed: number;
  /** Reviewed visits without a finding. */
  readonly nil: number;
  readonly published: number;
  readonly published_late: number;
  readonly coverage: readonly {
    readonly type: string;
    readonly enterprises: number;
    readonly checked: number;
  }[];
  readonly workload: readonly {
    readonly id: number;
    readonly name: string;
    /** Certificate number. */
    readonly certificate: string;
    readonly checks: number;
    readonly with_findings: number;
    /** Checks in which the officer has work, whenever they began. */
    readonly under_way: number;
  }[];
}
