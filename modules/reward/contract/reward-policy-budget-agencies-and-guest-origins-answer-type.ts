/** Uptake of a policy (domain reference §2.P). Amounts in wire form, `'12.00'`. */
export interface RewardPolicyUptake {
  readonly budget: string;
  /** Budget left and total paid out, at the end of each day. */
  readonly days: readonly { readonly day: string; readonly left: string; readonly paid: string }[];
  readonly agencies: readonly {
    readonly id: number;
    readonly name: string;
    readonly applications: number;
    /** Eligible guests, and nights of all listed tourists. */
    readonly pax: number;
    readonly nights: number;
    readonly amount: string;
    readonly paid: string;
    /** Results of the automatic checks. */
    readonly fails: number;
    readonly warns: number;
  }[];
  /** By province; an empty code: unknown. */
  readonly sources: readonly { readonly code: string; readonly name: string; readonly n: number }[];
}
