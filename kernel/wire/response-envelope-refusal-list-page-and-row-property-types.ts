import type { TimeUnit } from '../time/deadline.ts';
import type { PendingMoveApproval } from './pending-move-approval.ts';

/** The body of every response, which has HTTP status 200 (wire contract §2.1). */
export interface Envelope<T = unknown> {
  code: number;
  msg: string;
  time: number;
  data: T;
}

export const wireCode = { ok: 1, refused: 0, redirect: 302, refresh: 409, forbidden: 401 } as const;

/** The cause of a refusal for programs, in `data.reason`. */
export type Reason =
  | 'invalid'
  | 'not_found'
  | 'stale_version'
  | 'count_changed'
  | 'bad_transition'
  | 'duplicate'
  | 'repeated'
  | 'forbidden'
  | 'too_frequent'
  | 'locked'
  | 'referenced'
  | 'captcha'
  | 'already_registered'
  | 'too_large'
  | 'parameter'
  | 'unavailable'
  | 'no_time_rule'
  | 'next_step'
  | 'second_factor'
  | 'confirm_first'
  | 'session_locked'
  | 'viewing'
  | 'estimated';

export interface Refusal {
  reason?: Reason;
  /** Field → messages in the caller's language. */
  errors?: Readonly<Record<string, readonly string[]>>;
  [more: string]: unknown;
}

/** A page of a list. With `total_estimated` the total is an estimate, because counting would take too long. */
export interface ListPage<R> {
  list: R[];
  total: number;
  total_estimated?: boolean;
  remark: string;
}

/** A time limit of a record. Moments are unix seconds. */
export interface ShownClock {
  /** Its name in the declaration. */
  readonly clock: string;
  /** The label of its deadline rule, and (`article`) the article that sets it. */
  readonly rule: string;
  readonly article: string | null;
  readonly unit: TimeUnit;
  readonly status: 'running' | 'paused' | 'overdue' | 'done';
  readonly start_at: number;
  readonly due_at: number;
  readonly estimated: boolean;
  readonly done_at: number | null;
  /** The reason is shown to officers only. */
  readonly pauses: readonly {
    readonly from: number;
    readonly to: number | null;
    readonly reason?: string | null;
    readonly document_no?: string | null;
  }[];
}

/** The properties that the server adds to every row it returns. */
export interface AddedRowProperties {
  /**
   * The moves that this caller can make on this row now. A move that needs several approvals appears as its next step,
   * `revoke:confirm`.
   */
  _moves?: string[];
  /** On a record: the moves that a guard prevents at present → index of that guard in `when`. */
  _closed?: Readonly<Record<string, number>> | null;
  /** On a record that an officer reads: the move that waits for approvals. */
  _approval?: PendingMoveApproval | null;
  /** On a record: its time limits, the earliest first. */
  _clocks?: readonly ShownClock[];
  /** The standard actions that this caller may perform on this row now: edit, del, reveal, assign. */
  _actions?: string[];
  /** What people call the row, if that is more than the title (`heading` of the resource). */
  _heading?: string;
  /** In a picker: what distinguishes the row from others with the same title. */
  _subtitle?: string | null;
}
