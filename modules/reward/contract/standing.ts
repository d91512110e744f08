/** How far a policy has come (domain reference §2.P). Sums as on the wire, `'12.00'`. */
export interface PolicyStanding {
  readonly budget: string;
  /** What was left at the end of each day, and what had been paid out by then. */
  readonly days: readonly { readonly day: string; readonly left: string; readonly paid: string }[];
  readonly agencies: readonly {
    readonly id: number;
    readonly name: string;
    readonly applications: number;
    /** Guests that count, and nights of all on the lists. */
    readonly pax: number;
    readonly nights: number;
    readonly amount: string;
    readonly paid: string;
    /** What automatic checks found. */
    readonly fails: number;
    readonly warns: number;
  }[];
  /** By province; an empty code: nobody knows. */
  readonly sources: readonly { readonly code: string; readonly name: string; readonly n: number }[];
}
