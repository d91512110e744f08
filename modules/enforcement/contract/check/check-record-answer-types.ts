/** An item of a check with what was found, as officers and the enterprise see it. */
export interface CheckRecordItem {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly content: string;
  readonly standard: string | null;
  readonly basis: string | null;
  readonly severity: string;
  /** What has to be recorded with the answer: `none`, `photo` or `doc`. */
  readonly wants: string;
  readonly kind: string;
  readonly options: string | null;
  readonly remark: string | null;
  readonly answer: string | null;
  readonly value: string | null;
  readonly note: string | null;
  readonly problem: boolean;
  readonly evidence: readonly string[];
  readonly documents: readonly string[];
}

/** The record of a check: its items, and phrases for notes. */
export interface CheckRecord {
  /** Whether the caller is an officer of the check, who may answer now. */
  readonly answering: boolean;
  /** The caller is one of the officers, who have arrived and have not begun to record. */
  readonly begins: boolean;
  /** Whether the enterprise may still rate the check. */
  readonly ratable: boolean;
  readonly items: readonly CheckRecordItem[];
  readonly phrases: readonly { readonly id: number; readonly title: string; readonly content: string }[];
}

/** Who an officer is whose certificate an enterprise enters. */
export interface VerifiedOfficer {
  readonly name: string;
  readonly cert_no: string;
  readonly cert_org: string;
  readonly cert_valid_to: string;
  readonly photo: string | null;
  readonly lead: boolean;
}
