import type { grades, licenceKinds } from '#modules/enterprise/contract/enterprise-options.ts';

export type Grade = keyof typeof grades;
export type LicenceKind = keyof typeof licenceKinds;
export type StaffJob = 'guide' | 'operator' | 'safety' | 'driver' | 'head';

/** Characteristics by which one type of enterprise differs from another. */
export interface EnterpriseGenerationParameters {
  /** Share of all enterprises, in thousandths. */
  readonly share: number;
  /** Probability of being a sole trader (个体工商户) instead of a company. */
  readonly soleTrader: number;
  /** Registered capital in units of ¥10,000, from and to; drawn on a logarithmic scale. */
  readonly capital: readonly [number, number];
  readonly employees: readonly [number, number];
  /**
   * Names of companies and of sole traders. {city} prefecture, {county} county, {place} either, {brand} 字号, {nature} a
   * sight, {parent} the agency a branch belongs to, {street}.
   */
  readonly companyNames: readonly string[];
  readonly soleNames: readonly string[];
  readonly scope: string;
  readonly grades?: readonly (readonly [Grade, number])[];
  /** Licences and the probability to hold each. */
  readonly licences: readonly (readonly [LicenceKind, number])[];
  /** Kinds of staff and how many on record. */
  readonly staff: readonly (readonly [StaffJob, number, number])[];
}

/** Only a head of the enterprise; a head and safety officers. */
export const headOnlyStaff = [['head', 1, 1]] as const;
export const headAndSafetyStaff = [
  ['head', 1, 1],
  ['safety', 0, 2],
] as const;
