/** A policy as shown to everybody it applies to: what it pays and what it requires. Amounts in wire form. */
export interface RewardPolicySummary {
  readonly id: number;
  readonly name: string;
  readonly doc_no: string;
  readonly status: string;
  readonly starts_on: string;
  readonly ends_on: string;
  readonly budget: string;
  readonly left: string;
  readonly eligible: readonly string[];
  /** Names of divisions; empty: anywhere. */
  readonly areas: readonly string[];
  readonly credit: string | null;
  readonly declare_hours: number;
  readonly apply_days: number;
  readonly partial: boolean;
  /** Required documents, in the reader's language. */
  readonly materials: readonly string[];
  readonly text: string | null;
  readonly rules: readonly RewardRuleSummary[];
  /** Whether the policy is open and the calling member acts for an enterprise it applies to. */
  readonly claims: boolean;
  /** Conditions that the team asked about does not meet, in the reader's language; empty where none was asked about. */
  readonly unmet: readonly string[];
}

export interface RewardRuleSummary {
  readonly kind: string;
  readonly min_pax: number;
  readonly min_nights: number;
  readonly min_vehicles: number | null;
  readonly min_scenic: number | null;
  readonly min_year: number | null;
  readonly unit: string;
  readonly amount: string;
  readonly cap_per_group: string | null;
  readonly cap_per_year: string | null;
  /** Name of the division whose residents do not count. */
  readonly exclude: string | null;
}
