import type { Text } from '#kernel/text/text.ts';
import type { OfficerWithoutFindings, RepeatFlag, UsedCap, VisitOfEnterprise } from './assess-check-frequency.ts';

/** What is shown of a visit. */
export type AssessedVisit = Pick<
  VisitOfEnterprise,
  'id' | 'check_no' | 'day' | 'source' | 'department' | 'result' | 'counted' | 'exempt'
>;

/** An officer of a check, with what decides whether they can make it. */
export interface AssessedOfficer extends Pick<OfficerWithoutFindings, 'id' | 'name'> {
  readonly cert_no: string;
  readonly cert_valid_to: string;
  readonly workload: number;
  readonly capacity: number;
  /** Why they may not be assigned; null: they may. */
  readonly problem: Text | null;
  /** Visits in a row without a finding; 0: fewer than need a reason. */
  readonly nil: number;
  /** The reason for another visit is approved. */
  readonly allowed: boolean;
}

/** `GET enforcement.check/standing`: what speaks for and against a check before it is approved. */
export interface CheckApprovalAssessment {
  readonly day: string;
  readonly risk: string;
  readonly basis: string;
  readonly exempt: boolean;
  readonly caps: readonly (Omit<UsedCap, 'visits' | 'item'> & {
    readonly item: string;
    readonly visits: readonly AssessedVisit[];
  })[];
  readonly flags: readonly Pick<RepeatFlag, 'within' | 'most' | 'n'>[];
  readonly officers: readonly AssessedOfficer[];
  readonly joint: readonly AssessedVisit[];
  /** The last visits of the enterprise, the newest first. */
  readonly recent: readonly AssessedVisit[];
  /** Why it would be refused now. */
  readonly refusals: readonly Text[];
}
